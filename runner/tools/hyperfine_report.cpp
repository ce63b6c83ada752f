#include "runner/tools/tool_report.hpp"

#include <algorithm>
#include <cmath>

#include "spl/workload/metric.hpp"

namespace spl::runner {
namespace hyperfine_results {
namespace {

using nlohmann::json;

/// What is to be said of statuses, which hyperfine was told to ignore.
ForeignFailure failure_of(const json& codes) {
  const auto failed = [](const json& code) { return code != 0; };
  const auto first = std::ranges::find_if(codes, failed);
  if (first == codes.end()) return {};
  const auto count = std::ranges::count_if(codes, failed);
  const std::string how = first->is_number_integer()
                              ? "exited with status " + first->dump()
                              : "was killed";
  return {"failed", "the command " + how + " in " + std::to_string(count) +
                        " of " + std::to_string(codes.size()) +
                        " runs, and what a failure takes proves nothing"};
}

std::vector<ForeignObservation> observations_of(const json& result) {
  std::vector<ForeignObservation> all;
  const json memory = list_at(result, "memory_usage_byte");
  for (const json& time : list_at(result, "times")) {
    ForeignObservation& one = all.emplace_back();
    one.wall = kSecond * number_in(time);
    one.cpu = kNoValue;
    if (memory.size() < all.size()) continue;
    one.counters.emplace(workload::to_text(workload::Metric::kPeakMemory),
                         number_in(memory[all.size() - 1]));
  }
  return all;
}

/// Returns the means of a result: of its times, and of what processors did for
/// the command and for the kernel, which have no other values.
ForeignObservation means_of(const json& result) {
  const double user = number_at(result, "user");
  const double system = number_at(result, "system");
  ForeignObservation means = {kSecond * number_at(result, "mean"),
                              kSecond * (user + system)};
  if (!std::isnan(user)) means.counters.emplace("user", user);
  if (!std::isnan(system)) means.counters.emplace("system", system);
  return means;
}

/// Takes the mean of a result without times. How many there were is known if
/// there are statuses.
void take_mean(const json& result, ReportedBenchmark& one) {
  ForeignObservation& mean = one.observations.emplace_back(*one.means);
  const auto count = static_cast<double>(list_at(result, "exit_codes").size());
  const double deviation = number_at(result, "stddev");
  mean.iterations = one.count = std::max(count, 1.0);
  if (std::isnan(deviation) || count < 2) return;
  one.deviation = {{kSecond * deviation, kNoValue}};
}

ToolReport read(const json& root) {
  ToolReport report;
  bool has_zeros = false;
  for (const json& result : root.at("results")) {
    if (!result.is_object()) continue;
    ReportedBenchmark& one = report.benchmarks.emplace_back();
    one.name = text_at(result, "command");
    one.failure = failure_of(list_at(result, "exit_codes"));
    one.observations = observations_of(result);
    one.means = means_of(result);
    has_zeros =
        has_zeros || std::ranges::any_of(one.observations,
                                         [](const ForeignObservation& each) {
                                           return each.wall == 0;
                                         });
    if (one.observations.empty()) take_mean(result, one);
  }
  if (has_zeros) {
    report.remarks.emplace_back(
        "some times are 0, for hyperfine takes off what it believes a shell "
        "costs: give it -N, so that it starts commands without a shell");
  }
  tell_apart(report);
  return report;
}

}  // namespace
}  // namespace hyperfine_results

ToolReport hyperfine_report(const nlohmann::json& root) {
  return hyperfine_results::read(root);
}

}  // namespace spl::runner
