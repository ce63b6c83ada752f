#include "runner/tools/tool_report.hpp"

namespace spl::runner {
namespace action_results {
namespace {

/// ns of a unit; 0 if it is none of time. What it is of may stand behind it:
/// `ns/iter`.
double time_of(std::string_view unit) {
  static const std::map<std::string_view, double> kUnits = {
      {"ns", 1},   {"us", 1e3},    {"\u00b5s", 1e3}, {"\u03bcs", 1e3},
      {"ms", 1e6}, {"s", kSecond}, {"sec", kSecond}};
  const auto found = kUnits.find(unit.substr(0, unit.find('/')));
  return found == kUnits.end() ? 0 : found->second;
}

/// Returns the metric of numbers in a unit, so that they are compared with none
/// in another: `bytes`, or `req_per_second` of a rate, which may be larger.
std::string metric_of(std::string_view unit) {
  for (const std::string_view end : {"/s", "/sec", " per second"}) {
    if (!unit.ends_with(end)) continue;
    unit.remove_suffix(end.size());
    return std::string(unit.empty() ? "value" : unit) + "_per_second";
  }
  return std::string(unit.empty() ? "value" : unit);
}

}  // namespace
}  // namespace action_results

ToolReport action_report(const nlohmann::json& root) {
  ToolReport report;
  for (const nlohmann::json& item : root) {
    const std::string unit = text_at(item, "unit");
    const double value = number_at(item, "value");
    const double time = action_results::time_of(unit);
    ReportedBenchmark& one = report.benchmarks.emplace_back(
        ReportedBenchmark{text_at(item, "name")});
    ForeignObservation& seen = one.observations.emplace_back();
    seen = {time > 0 ? time * value : kNoValue, kNoValue};
    if (time > 0) continue;
    const std::string metric = action_results::metric_of(unit);
    seen.counters = {{metric, value}};
    if (report.metric.empty()) report.metric = metric;
  }
  for (const ReportedBenchmark& one : report.benchmarks) {
    if (one.observations.front().counters.empty()) report.metric.clear();
  }
  tell_apart(report);
  return report;
}

}  // namespace spl::runner
