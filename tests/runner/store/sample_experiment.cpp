#include "tests/runner/store/sample_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/store/accepted.hpp"
#include "runner/store/experiment_writer.hpp"

namespace spl::runner {

ExperimentFacts experiment_on(int day) {
  return {random_uuid(), fmt::format("2026-01-{:02}T08:30:00Z", day), 7};
}

std::vector<SeriesFacts> sample_series() {
  SeriesFacts one;
  one.performance = {"a", "", "", "v1", {10.0}};
  one.build = {"content", "hash", {"GCC 12.2.0", true, false, "", "-O2"}};
  one.host.name = "host";
  one.host.processors = 2;
  one.host.load = 0.5;
  one.commit = "0123456789abcdef0123456789abcdef01234567";
  SeriesFacts other = one;
  other.performance.method = "b";
  return {one, other};
}

KeptRun run_of(std::size_t series, std::size_t block,
               std::vector<double> observations) {
  KeptRun run;
  run.series = series;
  run.record.block = block;
  run.record.position = series;
  run.record.seed = 18'446'744'073'709'551'615U;
  run.record.iterations = 2;
  run.record.host = "host";
  run.record.single.first = 1500;
  run.observations = std::move(observations);
  return run;
}

KeptFormula sample_formula() {
  KeptRelation relation{"a(10) <= b(10)",
                        "holds",
                        "not refuted",
                        "indistinct",
                        "blocks",
                        "resolution",
                        0.01,
                        2,
                        1.01,
                        0.99,
                        1.03,
                        {0, 1}};
  return {"formula1", "<formula 1>", 1, "a(n) <= b(n)", "holds", {relation}};
}

Uuid keep_sample(Database& database, int day, std::size_t blocks) {
  const ExperimentFacts facts = experiment_on(day);
  ExperimentWriter writer(database, facts);
  const auto series = sample_series();
  for (std::size_t block = 0; block < blocks; ++block) {
    writer.keep(series, {run_of(0, block), run_of(1, block)});
  }
  HostRecord host;
  host.facts = series[0].host;
  host.steal = 0.25;
  writer.keep({sample_formula()}, {host});
  return facts.uuid;
}

std::vector<std::string> contents(Database& database) {
  constexpr const char* kQueries[] = {
      "SELECT 'host', hex(uuid), name, processors FROM host",
      "SELECT 'build', hex(uuid), content, hash, compiler, flags FROM build",
      "SELECT 'performance', hex(uuid), text, method, arguments "
      "FROM performance",
      "SELECT 'experiment', hex(uuid), begun, version, seed FROM experiment",
      "SELECT 'series', hex(e.uuid), number, block_group, hex(p.uuid), "
      "hex(b.uuid), hex(h.uuid), metric, revision, commit_id, dirty "
      "FROM series s JOIN experiment e ON e.id = experiment "
      "JOIN performance p ON p.id = performance "
      "JOIN build b ON b.id = build JOIN host h ON h.id = host",
      "SELECT 'run', hex(e.uuid), number, kind, block, position, r.seed, "
      "environment_size, layout, iterations, warmup, net, kept, "
      "seconds, warmup_seconds, counted_seconds, first_call, count, mean, "
      "trimmed, median, deviation, hex(observations), failure FROM run r "
      "JOIN series s ON s.id = series JOIN experiment e ON e.id = experiment",
      "SELECT 'recorded', hex(e.uuid), number, kind, block, r.metric, mean, "
      "hex(observations) FROM recorded r JOIN series s ON s.id = series "
      "JOIN experiment e ON e.id = experiment",
      "SELECT 'condition', hex(e.uuid), hex(h.uuid), load, steal, throttled "
      "FROM condition JOIN experiment e ON e.id = experiment "
      "JOIN host h ON h.id = host",
      "SELECT 'formula', hex(e.uuid), number, label, file, line, text, verdict "
      "FROM formula JOIN experiment e ON e.id = experiment",
      "SELECT 'relation', hex(e.uuid), f.number, r.number, r.text, strength, "
      "finding, stopped, alpha, blocks, ratio, lower, upper, "
      "(SELECT group_concat(number) FROM (SELECT s.number FROM relation_series "
      "l JOIN series s ON s.id = l.series WHERE l.relation = r.id "
      "ORDER BY s.number)) FROM relation r JOIN formula f ON f.id = formula "
      "JOIN experiment e ON e.id = experiment"};
  std::vector<std::string> result;
  for (const AcceptedChange& one : accepted_changes(database)) {
    result.push_back("accepted|" + one.commit + '|' + one.pattern + '|' +
                     one.reason + '|' + one.time + '|');
  }
  for (const char* query : kQueries) {
    Statement found = database.statement(query);
    found.start();
    while (found.next()) {
      std::string row;
      for (int i = 0; i < found.columns(); ++i) {
        row += std::string(found.text(i)) + '|';
      }
      result.push_back(row);
    }
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace spl::runner
