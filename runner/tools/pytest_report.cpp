#include "runner/tools/tool_report.hpp"

namespace spl::runner {
namespace pytest_results {
namespace {

using nlohmann::json;

ReportedBenchmark benchmark_of(const json& item) {
  ReportedBenchmark one{text_at(item, "name"), text_at(item, "fullname")};
  const json& stats = value_at(item, "stats");
  const double calls = number_at(stats, "iterations", 1);
  for (const json& time : list_at(stats, "data")) {
    one.observations.push_back({kSecond * number_in(time), kNoValue, calls});
  }
  if (!one.observations.empty()) return one;
  const double rounds = number_at(stats, "rounds", 1);
  one.observations.push_back(
      {kSecond * number_at(stats, "mean"), kNoValue, rounds * calls});
  if (!(rounds >= 2)) return one;
  one.count = rounds;
  one.deviation = {{kSecond * number_at(stats, "stddev"), kNoValue}};
  return one;
}

}  // namespace
}  // namespace pytest_results

ToolReport pytest_report(const std::vector<nlohmann::json>& all) {
  ToolReport report;
  for (const nlohmann::json& item : all) {
    if (!item.is_object()) continue;
    report.benchmarks.push_back(pytest_results::benchmark_of(item));
  }
  tell_apart(report);
  return report;
}

}  // namespace spl::runner
