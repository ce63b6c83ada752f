#include "runner/foreign/pytest_report.hpp"

#include <utility>

namespace spl::runner {
namespace pytest_results {
namespace {

using nlohmann::json;

constexpr double kSecond = 1e9;  ///< ns.

json at(const json& object, const char* key) {
  return object.is_object() ? object.value(key, json()) : json();
}

std::string text_at(const json& object, const char* key) {
  const json text = at(object, key);
  return text.is_string() ? text.get<std::string>() : std::string();
}

double number_in(const json& value, double otherwise = kNoValue) {
  return value.is_number() ? value.get<double>() : otherwise;
}

ReportedBenchmark benchmark_of(const json& item) {
  ReportedBenchmark one{text_at(item, "name"), text_at(item, "fullname")};
  const json stats = at(item, "stats");
  const double calls = number_in(at(stats, "iterations"), 1);
  const json data = at(stats, "data");
  if (data.is_array() && !data.empty()) {
    for (const json& time : data) {
      one.observations.push_back({kSecond * number_in(time), kNoValue, calls});
    }
    return one;
  }
  const double rounds = number_in(at(stats, "rounds"), 1);
  one.observations.push_back(
      {kSecond * number_in(at(stats, "mean")), kNoValue, rounds * calls});
  if (!(rounds >= 2)) return one;
  one.count = rounds;
  one.deviation = {{kSecond * number_in(at(stats, "stddev")), kNoValue}};
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
