#include "runner/foreign/action_report.hpp"

#include <map>
#include <string>
#include <string_view>

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

bool is_per_second(std::string_view unit) {
  return unit.ends_with("/s") || unit.ends_with("/sec") ||
         unit.ends_with(" per second");
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
    const char* const metric =
        action_results::is_per_second(unit) ? "value_per_second" : "value";
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
