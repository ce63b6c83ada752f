#include "runner/json_report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "runner/observations.hpp"
#include "runner/version.hpp"
#include "spl/statistics/summary.hpp"
#include "spl/statistics/trend.hpp"
#include "spl/statistics/variance_components.hpp"

namespace spl::runner {
namespace {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

Json number(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return *value;
}

Json value_json(const logic::Value& value) {
  if (const auto* plain = std::get_if<double>(&value)) return *plain;
  return std::get<std::string>(value);
}

std::string_view status(statistics::Status status) {
  switch (status) {
    case statistics::Status::kOk:
      return "ok";
    case statistics::Status::kUndefined:
      return "undefined";
    case statistics::Status::kDegenerate:
      return "degenerate";
  }
  return {};
}

std::string_view to_text(statistics::RunStatistic statistic) {
  switch (statistic) {
    case statistics::RunStatistic::kMean:
      return "mean";
    case statistics::RunStatistic::kTrimmed:
      return "trimmed";
    case statistics::RunStatistic::kMedian:
      return "median";
  }
  return {};
}

std::string_view to_text(Undecided undecided) {
  switch (undecided) {
    case Undecided::kFail:
      return "fail";
    case Undecided::kSkip:
      return "skip";
    case Undecided::kPass:
      return "pass";
  }
  return {};
}

Json host(const HostRecord& record) {
  Json result = {{"name", record.facts.name}};
  for_each_fact(record.facts, [&](const char* name, const auto& fact) {
    result[name] = fact ? Json(*fact) : Json();
  });
  result["steal"] = record.steal;
  result["throttled"] = record.throttled;
  return result;
}

Json context(const Context& context) {
  Json hosts = Json::array();
  for (const HostRecord& one : context.hosts) hosts.push_back(host(one));
  return {{"host", context.host},         {"processors", context.processors},
          {"compiler", context.compiler}, {"time", context.time},
          {"seed", context.seed},         {"hosts", std::move(hosts)}};
}

Json names(const std::vector<workload::Metric>& metrics) {
  Json result = Json::array();
  for (const workload::Metric one : metrics) {
    result.push_back(workload::to_text(one));
  }
  return result;
}

Json settings(const Settings& settings) {
  return {{"alpha", settings.deciding.alpha},
          {"interpretation", to_text(settings.deciding.interpretation)},
          {"statistic", to_text(settings.deciding.statistic)},
          {"undecided", to_text(settings.undecided)},
          {"familywise", number(settings.familywise)},
          {"resolution", settings.resolution},
          {"budget", settings.budget.count()},
          {"runs", settings.runs ? Json(*settings.runs) : Json()},
          {"max-runs", settings.max_runs},
          {"observations",
           settings.observations ? Json(*settings.observations) : Json()},
          {"warmup", settings.warmup.count()},
          {"timeout", settings.timeout.count()},
          {"keep-disturbed", settings.keep_disturbed},
          {"launcher", settings.launcher},
          {"cpu", runner::to_text(settings.processors)},
          {"allow-different-builds", settings.allow_different_builds},
          {"metric", workload::to_text(settings.metric)},
          {"record", names(settings.record)},
          {"layouts", settings.layouts ? Json(*settings.layouts) : Json()}};
}

Json error(const parser::Diagnostic& diagnostic) {
  return {{"file", diagnostic.file},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"message", diagnostic.message}};
}

Json interpretation(const statistics::TestResult& result) {
  const bool defined = result.status != statistics::Status::kUndefined;
  return {{"status", status(result.status)},
          {"finding", logic::to_text(result.finding)},
          {"difference", defined ? number(result.difference) : Json()},
          {"statistic", number(result.statistic)},
          {"df", number(result.df)},
          {"critical", number(result.critical)},
          {"threshold", number(result.threshold)},
          {"lower", number(result.lower_threshold)},
          {"upper", result.lower_threshold ? number(result.threshold) : Json()},
          {"p_greater", number(result.p_greater)},
          {"p_less", number(result.p_less)},
          {"warning", result.warning}};
}

Json ratio(const logic::Decision& decision) {
  if (!decision.ratio.estimate) return nullptr;
  const std::string method =
      decision.decided_by == logic::Interpretation::kNonparametric
          ? "quotient of the means; " + decision.ratio.refusal
          : "inversion of " + std::string(to_text(*decision.decided_by));
  return {{"estimate", number(decision.ratio.estimate)},
          {"lower", number(decision.ratio.lower)},
          {"upper", number(decision.ratio.upper)},
          {"refusal", decision.ratio.refusal},
          {"level", 1 - 2 * decision.alpha},
          {"method", method}};
}

Json interval(const logic::EffectInterval& interval, double level) {
  return {{"lower", number(interval.lower)},
          {"upper", number(interval.upper)},
          {"level", level},
          {"refusal", interval.refusal}};
}

Json intervals(const logic::EffectIntervals& all) {
  return {
      {"fieller", interval(all.fieller, all.level)},
      {"fieller_satterthwaite", interval(all.fieller_satterthwaite, all.level)},
      {"inversion", interval(all.inversion, all.level)},
      {"bootstrap",
       all.bootstrap ? interval(*all.bootstrap, all.level) : Json()}};
}

Json plain(const logic::Decision& decision) {
  return {{"verdict", to_text(decision.verdict)},
          {"strength", to_text(decision.strength)},
          {"finding", logic::to_text(decision.finding)},
          {"difference", number(decision.difference)},
          {"ratio", ratio(decision)}};
}

Json layouts(const std::optional<LayoutEffect>& effect) {
  if (!effect) return nullptr;
  return {{"count", effect->layouts},
          {"sd", effect->deviation},
          {"fraction", number(effect->fraction)}};
}

Json relation(const RelationReport& report) {
  const logic::Decision& decision = report.decision;
  Json bindings = Json::object();
  for (const auto& [name, value] : report.bindings) {
    bindings[name] = value_json(value);
  }
  Json interpretations = Json::object();
  for (const auto& [kind, result] : decision.interpretations) {
    interpretations[std::string(to_text(kind))] = interpretation(result);
  }
  return {
      {"text", report.text},
      {"bindings", std::move(bindings)},
      {"verdict", to_text(decision.verdict)},
      {"strength", to_text(decision.strength)},
      {"finding", logic::to_text(decision.finding)},
      {"reason", decision.reason},
      {"stopped", to_text(report.stopped)},
      {"blocks", report.blocks},
      {"difference", number(decision.difference)},
      {"ratio", ratio(decision)},
      {"detectable", number(decision.detectable)},
      {"hidden", number(report.hidden)},
      {"blocks_needed",
       report.blocks_needed ? Json(*report.blocks_needed) : Json()},
      {"decided_by",
       decision.decided_by ? Json(to_text(*decision.decided_by)) : Json()},
      {"adjusted_alpha", report.alpha},
      {"interpretations", std::move(interpretations)},
      {"intervals", report.intervals ? intervals(*report.intervals) : Json()},
      {"plain", report.plain ? plain(*report.plain) : Json()},
      {"portability", number(report.portability)},
      {"layouts", layouts(report.layout)}};
}

Json formula(const FormulaReport& report) {
  Json relations = Json::array();
  for (const RelationReport& one : report.relations) {
    relations.push_back(relation(one));
  }
  return {{"label", report.label},
          {"file", report.file},
          {"line", report.line},
          {"text", report.text},
          {"verdict", to_text(report.verdict)},
          {"seconds", report.seconds},
          {"relations", std::move(relations)}};
}

Json build(const workload::BuildFacts& facts) {
  return {{"compiler", facts.compiler},
          {"optimized", facts.optimized},
          {"assertions", facts.assertions},
          {"sanitizers", facts.sanitizers},
          {"flags", facts.flags}};
}

std::string_view unit(logic::Dimension dimension) {
  return dimension == logic::Dimension::kCount ? "1" : "ns";
}

std::string metric(const PerformanceReport& one, const Report& report) {
  return one.metric ? std::string(workload::to_text(*one.metric))
                    : report.metric;
}

Json recorded(const Measured& measured, bool with_data) {
  Json result = Json::array();
  for (const Recorded& one : measured.others) {
    const statistics::Summary summary = statistics::summary(one.observations);
    result.push_back({{"metric", workload::to_text(one.metric)},
                      {"unit", workload::is_time(one.metric) ? "ns" : "1"},
                      {"mean", summary.mean},
                      {"trimmed", summary.trimmed},
                      {"median", summary.median},
                      {"q10", summary.q10},
                      {"q90", summary.q90}});
    if (with_data) result.back()["data"] = one.observations;
  }
  return result;
}

Json levels(const statistics::Hierarchy& data, double confidence) {
  const statistics::VarianceComponents components =
      statistics::variance_components(data);
  Json observed = Json::array();
  Json own = Json::array();
  Json counts = Json::array();
  for (std::size_t level = 1; level <= data.level_count(); ++level) {
    observed.push_back(number(components.observed[level - 1]));
    own.push_back(number(components.components[level - 1]));
    counts.push_back(data.count(level));
  }
  const auto interval = statistics::mean_interval(
      data, confidence, statistics::MeanIntervalForm::kTopLevel);
  Json mean;
  if (interval) {
    mean = {{"mean", number(interval->mean)},
            {"lower", number(interval->mean - interval->half_width)},
            {"upper", number(interval->mean + interval->half_width)},
            {"level", confidence}};
  }
  return {{"S2", std::move(observed)},
          {"T2", std::move(own)},
          {"r", std::move(counts)},
          {"mean_interval", std::move(mean)}};
}

Json name_or_null(const std::string& name) {
  return name.empty() ? Json() : Json(name);
}

Json run_details(const Measured& measured) {
  Json details = Json::array();
  for (const RunRecord& record : measured.records) {
    details.push_back(
        {{"block", record.block},
         {"position", record.position},
         {"seed", record.seed},
         {"environment_size", record.environment_size},
         {"iterations", record.iterations},
         {"warmup", record.warmup},
         {"disturbed", record.disturbed},
         {"seconds", record.seconds},
         {"host", record.host},
         {"layout", record.layout ? Json(*record.layout) : Json()}});
  }
  return details;
}

Json performance(const PerformanceReport& one, const Report& report) {
  const Settings& settings = report.settings;
  const logic::Performance& performance = one.performance;
  Json arguments = Json::array();
  for (const logic::Value& argument : performance.arguments) {
    arguments.push_back(value_json(argument));
  }
  Json result = {{"name", to_text(performance)},
                 {"method", performance.method},
                 {"generator", name_or_null(performance.generator)},
                 {"factory", name_or_null(performance.factory)},
                 {"revision", name_or_null(performance.revision)},
                 {"arguments", std::move(arguments)},
                 {"metric", name_or_null(metric(one, report))},
                 {"unit", unit(dimension(one, report))},
                 {"failure", one.measured.failure},
                 {"runs", one.measured.observations.size()},
                 {"statistic", to_text(one.statistic)}};
  if (!one.measured.observations.empty()) {
    const statistics::Summary summary =
        statistics::summary(one.measured.observations);
    result["observations"] = summary.observations;
    result["mean"] = summary.mean;
    result["trimmed"] = summary.trimmed;
    result["median"] = summary.median;
    result["q10"] = summary.q10;
    result["q90"] = summary.q90;
    result["within_sd"] = number(summary.within_sd);
    result["between_sd"] = number(summary.between_sd);
    result["autocorrelation"] = number(summary.autocorrelation);
    result["slow_share"] = summary.slow_share;
    result["drifting_runs"] =
        statistics::drift(one.measured.observations).drifting;
  }
  std::uint64_t disturbed = 0;
  for (const RunRecord& record : one.measured.records) {
    disturbed += record.disturbed;
  }
  result["disturbed"] = disturbed;
  const auto& runs = one.measured.observations;
  const auto own = one.levels ? one.levels : runner::levels(runs);
  result["levels"] =
      own ? levels(*own, 1 - 2 * settings.deciding.alpha) : Json();
  result["impact_factor"] =
      one.impact_factor
          ? Json{{"original", number(one.impact_factor->original)},
                 {"transformed", number(one.impact_factor->transformed)}}
          : Json();
  result["recorded"] = recorded(one.measured, settings.observations_in_json);
  result["build"] = one.build ? build(*one.build) : Json();
  if (settings.observations_in_json) {
    result["data"] = one.measured.observations;
    result["run_details"] = run_details(one.measured);
  }
  return result;
}

Json ranking(const Ranking& ranking) {
  const auto name = [&](std::size_t position) {
    return to_text(ranking.performances[position]);
  };
  Json means = Json::array();
  Json pairs = Json::array();
  if (ranking.analysis) {
    for (std::size_t i = 0; i < ranking.performances.size(); ++i) {
      means.push_back({{"name", name(i)},
                       {"mean", number(ranking.analysis->means[i])},
                       {"runs", ranking.runs[i].size()}});
    }
  }
  for (const statistics::PairComparison& pair : ranking.pairs) {
    pairs.push_back({{"left", name(pair.first)},
                     {"right", name(pair.second)},
                     {"difference", number(pair.difference)},
                     {"q", number(pair.q)},
                     {"p", number(pair.p)},
                     {"lower", number(pair.lower)},
                     {"upper", number(pair.upper)}});
  }
  const auto& analysis = ranking.analysis;
  return {
      {"F", analysis ? number(analysis->f) : Json()},
      {"df",
       analysis ? Json{analysis->df_between, analysis->df_within} : Json()},
      {"p", analysis ? number(analysis->p) : Json()},
      {"level", ranking.level},
      {"refusal", ranking.failure.empty() ? ranking.refusal : ranking.failure},
      {"means", std::move(means)},
      {"pairs", std::move(pairs)}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json revision(const RevisionReport& report) {
  const Revision& revision = report.revision;
  return {{"name", text_or_null(report.name)},
          {"commit", text_or_null(revision.id)},
          {"subject", text_or_null(revision.subject)},
          {"author_date", text_or_null(revision.author_date)},
          {"dirty", revision.dirty}};
}

Json bisection(const BisectionReport& report) {
  Json suspects = Json::array();
  for (const Revision& one : report.suspects) {
    suspects.push_back(revision({"", one}));
  }
  return {{"good", revision({"", report.good})},
          {"bad", revision({"", report.bad})},
          {"commits", report.commits},
          {"tested", report.tested},
          {"suspects", std::move(suspects)},
          {"again", report.again}};
}

Json sensitivity(const SensitivityReport& report) {
  Json rows = Json::array();
  for (const logic::SensitivityRow& row : report.rows) {
    Json counts = Json::object();
    for (const logic::SensitivityCount& count : row.counts) {
      counts[std::string(to_text(count.interpretation))] = {
          {"slower", count.slower}, {"faster", count.faster}};
    }
    const bool runs = row.draw == logic::SensitivityRow::Draw::kRuns;
    rows.push_back({{"draw", runs ? "runs" : "observations"},
                    {"size", row.size},
                    {"repetitions", row.repetitions},
                    {"found", std::move(counts)}});
  }
  return {{"name", to_text(report.performance)},
          {"scale", report.scale},
          {"rows", std::move(rows)}};
}

Json planning(const Planning& planning) {
  Json relations = Json::array();
  for (const PlannedRelation& one : planning.relations) {
    relations.push_back({{"text", one.text},
                         {"label", one.label},
                         {"file", one.file},
                         {"line", one.line},
                         {"failure", one.failure},
                         {"blocks", one.blocks},
                         {"block_seconds", one.block_seconds},
                         {"level", one.level},
                         {"detectable", number(one.detectable)}});
  }
  Json performances = Json::array();
  for (const PlannedPerformance& one : planning.performances) {
    Json observed = Json::array();
    Json own = Json::array();
    for (const auto& variance : one.components.observed) {
      observed.push_back(number(variance));
    }
    for (const auto& variance : one.components.components) {
      own.push_back(number(variance));
    }
    performances.push_back({{"name", to_text(one.performance)},
                            {"failure", one.failure},
                            {"observations", one.observations},
                            {"start_seconds", one.cost.start},
                            {"warmup_seconds", one.cost.warmup},
                            {"observation_seconds", one.cost.observation},
                            {"S2", std::move(observed)},
                            {"T2", std::move(own)},
                            {"optimum", number(one.optimum)},
                            {"optimum_2005", number(one.optimum_2005)}});
  }
  return {{"relations", std::move(relations)},
          {"performances", std::move(performances)}};
}

Json effect(const Effect& effect) {
  return {{"size", number(effect.size)}, {"p", number(effect.p)}};
}

Json self_test(const SelfTest& test) {
  Json detectable = Json::array();
  for (const auto& [seconds, change] : test.detectable) {
    detectable.push_back({{"seconds", seconds}, {"change", number(change)}});
  }
  return {{"name", to_text(test.performance)},
          {"failure", test.failure},
          {"blocks", test.blocks},
          {"block_seconds", test.block_seconds},
          {"experiments", test.experiments},
          {"alpha", test.alpha},
          {"greater", test.greater},
          {"less", test.less},
          {"false_alarms",
           {{"lower", test.false_alarms.lower},
            {"upper", test.false_alarms.upper},
            {"level", 0.95}}},
          {"between_sd", number(test.between_sd)},
          {"within_sd", number(test.within_sd)},
          {"impact_factor", number(test.impact_factor)},
          {"drift", effect(test.drift)},
          {"position", effect(test.position)},
          {"detectable", std::move(detectable)}};
}

}  // namespace

std::string json_report(const Report& report) {
  Json errors = Json::array();
  for (const auto& one : report.errors) errors.push_back(error(one));
  Json formulas = Json::array();
  for (const auto& one : report.formulas) formulas.push_back(formula(one));
  Json performances = Json::array();
  for (const auto& one : report.performances) {
    performances.push_back(performance(one, report));
  }
  Json root = {{"schema", kSchema},
               {"version", kVersion},
               {"context", context(report.context)},
               {"settings", settings(report.settings)},
               {"seconds", report.seconds},
               {"errors", std::move(errors)},
               {"warnings", report.warnings},
               {"formulas", std::move(formulas)},
               {"performances", std::move(performances)}};
  if (!report.revisions.empty()) {
    root["revisions"] = Json::array();
    for (const RevisionReport& one : report.revisions) {
      root["revisions"].push_back(revision(one));
    }
  }
  if (report.bisection) root["bisection"] = bisection(*report.bisection);
  if (report.ranking) root["ranking"] = ranking(*report.ranking);
  if (!report.sensitivity.empty()) {
    root["sensitivity"] = Json::array();
    for (const SensitivityReport& one : report.sensitivity) {
      root["sensitivity"].push_back(sensitivity(one));
    }
  }
  if (report.planning) root["plan"] = planning(*report.planning);
  if (!report.self_tests.empty()) {
    root["self_test"] = Json::array();
    for (const SelfTest& one : report.self_tests) {
      root["self_test"].push_back(self_test(one));
    }
  }
  // What is not UTF-8 (in a path, say) is replaced, not an exception.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace spl::runner
