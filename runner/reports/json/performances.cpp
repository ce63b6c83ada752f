#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "runner/findings/level_planning.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/reports/json/sections.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/summary.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::runner {
namespace {

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
  return one.metric ? to_text(*one.metric) : report.quantity.metric;
}

Json recorded(const Measured& measured, bool with_data) {
  Json result = Json::array();
  for (const Recorded& one : measured.others) {
    const statistics::Summary summary = statistics::summary(one.observations);
    result.push_back({{"metric", runner::to_text(one.metric)},
                      {"unit", is_time(one.metric) ? "ns" : "1"},
                      {"mean", summary.mean},
                      {"trimmed", summary.trimmed},
                      {"median", summary.median},
                      {"q10", summary.q10},
                      {"q90", summary.q90}});
    const statistics::Correlation found = correlation(measured, one);
    result.back()["correlation"] = {
        {"runs", number_json(found.runs)},
        {"observations", number_json(found.observations)}};
    if (with_data) result.back()["data"] = one.observations;
  }
  return result;
}

void add_summary(const statistics::Runs& runs, Json& result) {
  const statistics::Summary summary = statistics::summary(runs);
  result["observations"] = summary.observations;
  result["mean"] = summary.mean;
  result["trimmed"] = summary.trimmed;
  result["median"] = summary.median;
  result["q10"] = summary.q10;
  result["q90"] = summary.q90;
  result["within_sd"] = number_json(summary.within_sd);
  result["between_sd"] = number_json(summary.between_sd);
  result["autocorrelation"] = number_json(summary.autocorrelation);
  result["slow_share"] = summary.slow_share;
  result["drifting_runs"] = statistics::drift(runs).drifting;
}

Json json_of(const workload::DisturbedCounts& counts) {
  return {{"net", counts.net}, {"kept", counts.kept}};
}

/// An interval of the mean, in one of its published forms; null if a level that
/// it needs repeats nothing.
Json interval(const statistics::Hierarchy& data, double confidence,
              statistics::MeanIntervalForm form) {
  const auto found = statistics::mean_interval(data, confidence, form);
  if (!found) return nullptr;
  return {{"mean", number_json(found->mean)},
          {"lower", number_json(found->mean - found->half_width)},
          {"upper", number_json(found->mean + found->half_width)},
          {"level", confidence}};
}

/// Returns how many performances share a build with this one.
std::size_t sharing(const PerformanceReport& one, const Report& report) {
  LevelCounts counts;
  for (const PerformanceReport& other : report.performances) {
    counts[other.performance] = other.costs.size() + 1;
  }
  counts[one.performance] = one.costs.size() + 1;
  return sharing_of(one.performance, counts);
}

Json counts_json(const std::optional<std::vector<double>>& values) {
  return values ? Json(*values) : Json();
}

Json optimum(const statistics::Hierarchy& data, const PerformanceReport& one,
             const Report& report) {
  if (one.costs.size() + 1 != data.level_count()) return nullptr;
  return optimum_json(plan_levels(data, one.costs, sharing(one, report),
                                  wanted_precision(report.settings)));
}

Json levels(const statistics::Hierarchy& data, const PerformanceReport& one,
            const Report& report) {
  using Form = statistics::MeanIntervalForm;
  const double confidence = 1 - 2 * report.settings.deciding.alpha;
  const statistics::VarianceComponents components =
      statistics::variance_components(data);
  Json observed = Json::array();
  Json own = Json::array();
  Json counts = Json::array();
  for (std::size_t level = 1; level <= data.level_count(); ++level) {
    observed.push_back(number_json(components.observed[level - 1]));
    own.push_back(number_json(components.components[level - 1]));
    counts.push_back(data.count(level));
  }
  return {{"S2", std::move(observed)},
          {"T2", std::move(own)},
          {"r", std::move(counts)},
          {"mean_interval", interval(data, confidence, Form::kTopLevel)},
          {"summed_interval", interval(data, confidence, Form::kSummedNormal)},
          {"summed_student_interval",
           interval(data, confidence, Form::kSummedStudent)},
          {"optimum", optimum(data, one, report)}};
}

/// The facts that --data decides by.
Json group(const PerformanceReport& one) {
  if (!one.group) return nullptr;
  return {{"number", one.group->number},
          {"blocks_planned", one.group->planned},
          {"counted", one.group->is_counted},
          {"looks", one.group->has_looks},
          {"layouts", one.group->layouts},
          {"one_layout", one.group->is_of_one_layout},
          {"processes", one.group->are_processes},
          {"linked", !one.is_in_one_layout},
          {"layout_seconds", one.measured.layout_seconds > 0
                                 ? Json(one.measured.layout_seconds)
                                 : Json()}};
}

/// Returns the levels of the performance; those of the means of runs if these
/// differ in length.
std::optional<statistics::Hierarchy> levels_of(const PerformanceReport& one) {
  const statistics::Runs& runs = one.measured.observations;
  if (one.levels) return one.levels;
  if (auto found = runner::levels(runs)) return found;
  if (runs.empty()) return std::nullopt;
  return statistics::Hierarchy({runs.size()},
                               run_statistics(statistics::Sample(runs),
                                              statistics::RunStatistic::kMean));
}

Json run_details(const Measured& measured) {
  Json details = Json::array();
  for (std::size_t i = 0; i < measured.records.size(); ++i) {
    const RunRecord& record = measured.records[i];
    const std::span<const double> run = measured.observations[i];
    const double single = record.single.first;
    Json disturbances = json_of(record.disturbed);
    disturbances["beside_threads"] = record.disturbed.beside_threads;
    disturbances["untold"] = record.disturbed.untold;
    details.push_back(
        {{"block", record.block},
         {"position", record.position},
         {"seed", record.seed},
         {"environment_size", record.environment_size},
         {"heap_offset",
          record.heap_offset ? Json(*record.heap_offset) : Json()},
         {"iterations", record.iterations},
         {"warmup", record.warmup},
         {"disturbed", std::move(disturbances)},
         {"drifts", statistics::drifts(run)},
         {"autocorrelation", number_json(statistics::autocorrelation(run))},
         {"seconds", record.seconds},
         {"warmup_seconds", record.warmup_seconds},
         {"counted_seconds", record.counted_seconds},
         {"first_call", single > 0 ? Json(single) : Json()},
         {"host", record.host},
         {"layout", record.layout ? Json(*record.layout) : Json()}});
  }
  return details;
}

Json values_json(const std::vector<logic::Value>& values) {
  Json result = Json::array();
  for (const logic::Value& value : values) result.push_back(value_json(value));
  return result;
}

/// Returns the arguments, or a list of the generator's and one of the factory's
/// if each takes its own.
Json arguments_json(const logic::Performance& performance) {
  if (!performance.factory_arguments) return values_json(performance.arguments);
  const logic::SplitArguments own = split_arguments(performance);
  return Json::array(
      {values_json(own.of_generator), values_json(own.of_factory)});
}

}  // namespace

Json optimum_json(const PlannedLevels& one) {
  if (one.costs.empty()) return nullptr;
  return {{"costs", one.costs},
          {"kept", one.plan.kept},
          {"kept_variances", one.plan.variances},
          {"kept_costs", one.plan.costs},
          {"counts", counts_json(one.plan.counts)},
          {"top_count", number_json(one.plan.top_count)},
          {"cost", one.plan.top_count ? Json(one.plan.cost) : Json()},
          {"observed_counts", counts_json(one.plan.observed_counts)},
          {"sharing", one.sharing},
          {"shared_counts", counts_json(one.shared_counts)}};
}

Json json_of(const PerformanceReport& one, const Report& report,
             const std::vector<std::string>& ids) {
  const Settings& settings = report.settings;
  const logic::Performance& performance = one.performance;
  Json result = {{"name", to_text(performance)},
                 {"method", performance.method},
                 {"generator", text_json(performance.generator)},
                 {"factory", text_json(performance.factory)},
                 {"revision", text_json(performance.revision)},
                 {"arguments", arguments_json(performance)},
                 {"metric", text_json(metric(one, report))},
                 {"unit", unit(dimension(one, report))},
                 {"failure", one.measured.failure},
                 {"runs", one.measured.observations.size()},
                 {"statistic", to_text(one.statistic)}};
  const auto& runs = one.measured.observations;
  if (!runs.empty()) add_summary(runs, result);
  if (!ids.empty()) {
    Json relations = Json::array();
    for (const std::size_t number : one.relations) {
      if (number < ids.size()) relations.push_back(ids[number]);
    }
    result["relations"] = std::move(relations);
  }
  result["disturbed"] = json_of(disturbed(one.measured));
  const auto own = levels_of(one);
  result["levels"] = own ? levels(*own, one, report) : Json();
  result["impact_factor"] =
      one.impact_factor
          ? Json{{"original", number_json(one.impact_factor->original)},
                 {"transformed", number_json(one.impact_factor->transformed)}}
          : Json();
  result["recorded"] = recorded(one.measured, settings.observations_in_json);
  result["build"] = one.build ? build(*one.build) : Json();
  if (settings.observations_in_json) {
    result["data"] = runs;
    result["group"] = group(one);
    result["run_details"] = run_details(one.measured);
  }
  return result;
}

}  // namespace spl::runner
