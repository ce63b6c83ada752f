#include "runner/store/experiment_writer.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "runner/settings/settings.hpp"
#include "runner/store/packed_observations.hpp"
#include "runner/system/foreign_text.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using statistics::RunStatistic;

/// The summary of a run, in the unit of its observations.
struct RunSummary {
  double mean = 0;
  double trimmed = 0;
  double median = 0;
  std::optional<double> deviation;  ///< Absent of a single observation.
};

RunSummary summary(std::span<const double> observations) {
  using statistics::run_statistic;
  RunSummary result{run_statistic(observations, RunStatistic::kMean),
                    run_statistic(observations, RunStatistic::kTrimmed),
                    run_statistic(observations, RunStatistic::kMedian),
                    {}};
  if (observations.size() > 1) {
    result.deviation = std::sqrt(statistics::moments(observations).variance());
  }
  return result;
}

std::optional<double> known(double nanoseconds) {
  return nanoseconds > 0 ? std::optional(nanoseconds) : std::nullopt;
}

std::span<const double> values_of(const statistics::Run& run) {
  return {run.data(), run.size()};
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

json list_of(const std::vector<logic::Value>& values) {
  json result = json::array();
  for (const logic::Value& one : values) {
    std::visit([&](const auto& value) { result.push_back(value); }, one);
  }
  return result;
}

/// Returns the arguments, or a list of the generator's and one of the factory's
/// if each takes its own.
json arguments_of(const logic::Performance& performance) {
  if (!performance.factory_arguments) return list_of(performance.arguments);
  const logic::SplitArguments own = split_arguments(performance);
  return json::array({list_of(own.of_generator), list_of(own.of_factory)});
}

}  // namespace

ExperimentWriter::ExperimentWriter(Database& database, ExperimentFacts facts)
    : database_(database),
      facts_(std::move(facts)),
      add_run_(database.statement(
          "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
          "?, ?, ?, ?, ?, ?, ?, NULL)")),
      add_failure_(database.statement(
          "INSERT INTO run (series, kind, block, count, failure) "
          "VALUES (?, ?, ?, 0, ?)")),
      add_recorded_(database.statement(
          "INSERT INTO recorded VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {}

template <typename Write>
void ExperimentWriter::write(const Write& write) {
  Rows before = rows_;
  try {
    Transaction transaction(database_);
    write();
    transaction.commit();
  } catch (const DatabaseError&) {
    rows_ = std::move(before);
    throw;
  }
}

void ExperimentWriter::keep(const std::vector<SeriesFacts>& series,
                            const std::vector<KeptRun>& runs) {
  write([&] {
    for (const KeptRun& run : runs) {
      add(run, this->series(run.series, series.at(run.series)));
    }
  });
}

void ExperimentWriter::keep(const std::vector<KeptFormula>& formulas,
                            const std::vector<HostRecord>& hosts) {
  write([&] {
    std::size_t number = 0;
    for (const KeptFormula& one : formulas) add(one, number++);
    Statement add_condition = database_.statement(
        "INSERT OR IGNORE INTO condition VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const HostRecord& one : hosts) {
      add_condition.run(experiment(), host(one.facts), one.facts.load,
                        one.facts.runnable, one.facts.on_battery, one.steal,
                        one.throttled);
    }
  });
}

std::int64_t ExperimentWriter::experiment() {
  if (!rows_.experiment) {
    database_.statement("INSERT INTO experiment VALUES (NULL, ?, ?, ?, ?)")
        .run(facts_.uuid, facts_.begun, kSplVersion, facts_.seed);
    rows_.experiment = database_.last_row();
  }
  return *rows_.experiment;
}

std::int64_t ExperimentWriter::series(std::size_t number,
                                      const SeriesFacts& facts) {
  const auto known = rows_.series.find(number);
  if (known != rows_.series.end()) return known->second;
  database_
      .statement(
          "INSERT INTO series VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
          "?, ?, ?)")
      .run(experiment(), number, facts.group.number, facts.group.planned,
           facts.group.is_counted, facts.group.has_looks, facts.group.layouts,
           performance(facts.performance), build(facts.build), host(facts.host),
           to_text(facts.metric), shown_text(facts.performance.revision),
           facts.commit, facts.dirty);
  return rows_.series[number] = database_.last_row();
}

template <typename Insert>
std::int64_t ExperimentWriter::named(const Uuid& uuid, const char* find,
                                     const Insert& insert) {
  const auto known = rows_.named.find(uuid);
  if (known != rows_.named.end()) return known->second;
  Statement found = database_.statement(find);
  found.start(uuid);
  if (found.next()) return rows_.named[uuid] = found.integer(0);
  insert();
  return rows_.named[uuid] = database_.last_row();
}

std::int64_t ExperimentWriter::host(const HostFacts& facts) {
  const Uuid uuid = uuid_of(facts);
  return named(uuid, "SELECT id FROM host WHERE uuid = ?", [&] {
    database_
        .statement(
            "INSERT INTO host VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?)")
        .run(uuid, as_stored(facts).name, facts.kernel, facts.processor,
             facts.processors, facts.governor, facts.turbo, facts.smt,
             facts.virtualization, facts.quota, facts.memory_limit,
             facts.layout_randomized);
  });
}

std::int64_t ExperimentWriter::build(const BuildIdentity& build) {
  const Uuid uuid = uuid_of(build);
  return named(uuid, "SELECT id FROM build WHERE uuid = ?", [&] {
    const workload::BuildFacts facts = as_stored(build).facts;
    database_
        .statement("INSERT INTO build VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(uuid, build.content, build.hash, facts.compiler, facts.flags,
             facts.sanitizers, facts.optimized, facts.assertions);
  });
}

std::int64_t ExperimentWriter::performance(
    const logic::Performance& performance) {
  const Uuid uuid = uuid_of(performance);
  return named(uuid, "SELECT id FROM performance WHERE uuid = ?", [&] {
    const std::string arguments =
        arguments_of(performance)
            .dump(-1, ' ', false, json::error_handler_t::replace);
    database_
        .statement("INSERT INTO performance VALUES (NULL, ?, ?, ?, ?, ?, ?)")
        .run(uuid, as_stored(performance), shown_text(performance.method),
             shown_text(performance.generator), shown_text(performance.factory),
             arguments);
  });
}

void ExperimentWriter::add(const KeptRun& run, std::int64_t series) {
  const auto kind = static_cast<std::int64_t>(run.kind);
  const RunRecord& record = run.record;
  if (!run.failure.empty()) {
    add_failure_.run(series, kind, record.block, shown_text(run.failure));
    return;
  }
  const auto observations = values_of(run.observations);
  const RunSummary all = summary(observations);
  add_run_.run(series, kind, record.block, record.position, record.seed,
               record.environment_size, record.layout, record.iterations,
               record.warmup, record.disturbed.net, record.disturbed.kept,
               record.seconds, record.warmup_seconds, record.counted_seconds,
               known(record.single.first), observations.size(), all.mean,
               all.trimmed, all.median, all.deviation,
               bytes_of(packed(observations, record.iterations)));
  for (const KeptMetric& one : run.others) {
    const auto values = values_of(one.observations);
    if (values.empty()) continue;
    const RunSummary other = summary(values);
    add_recorded_.run(series, kind, record.block, to_text(one.metric),
                      values.size(), other.mean, other.trimmed, other.median,
                      other.deviation,
                      bytes_of(packed(values, record.iterations)));
  }
}

void ExperimentWriter::add(const KeptFormula& formula, std::size_t number) {
  database_.statement("INSERT INTO formula VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)")
      .run(experiment(), number, shown_text(formula.label),
           shown_text(formula.file), formula.line, shown_text(formula.text),
           formula.verdict);
  const std::int64_t row = database_.last_row();
  std::size_t count = 0;
  for (const KeptRelation& one : formula.relations) add(one, row, count++);
}

void ExperimentWriter::add(const KeptRelation& relation, std::int64_t formula,
                           std::size_t number) {
  database_
      .statement(
          "INSERT INTO relation VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
          "?, ?)")
      .run(formula, number, shown_text(relation.text), relation.verdict,
           relation.strength, relation.finding, relation.decided_by,
           relation.stopped, relation.alpha, relation.blocks, relation.ratio,
           relation.lower, relation.upper);
  const std::int64_t row = database_.last_row();
  Statement add_series =
      database_.statement("INSERT INTO relation_series VALUES (?, ?)");
  for (const std::size_t one : relation.series) {
    const auto found = rows_.series.find(one);
    if (found != rows_.series.end()) add_series.run(row, found->second);
  }
}

}  // namespace spl::runner
