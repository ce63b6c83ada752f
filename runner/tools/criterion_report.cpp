#include "runner/tools/tool_report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "runner/system/files.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {
namespace criterion_results {
namespace {

using nlohmann::json;

/// The name in a file beside the times; empty if there is none. Many links may
/// lead to a large one.
std::string full_id_in(const std::filesystem::path& file) {
  constexpr std::uintmax_t kMost = std::uintmax_t{64} << 10;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored) ||
      std::filesystem::file_size(file, ignored) > kMost) {
    return {};
  }
  return text_at(json_of(read_data(file)), "full_id");
}

std::string name_of(const std::filesystem::path& file) {
  std::string stem = file.stem();
  if (stem != "sample" && stem != "estimates") return stem;
  const std::filesystem::path folder = file.parent_path();
  std::string id = full_id_in(folder / "benchmark.json");
  return id.empty() ? folder.parent_path().filename().string() : id;
}

std::vector<ForeignObservation> samples_of(const json& root) {
  std::vector<ForeignObservation> result;
  const json calls = list_at(root, "iters");
  const json times = list_at(root, "times");
  for (std::size_t i = 0; i < std::max(calls.size(), times.size()); ++i) {
    const bool is_whole = i < calls.size() && i < times.size();
    const double number = is_whole ? number_in(calls[i]) : kNoValue;
    result.push_back({is_whole ? number_in(times[i]) / number : kNoValue,
                      kNoValue, number > 0 ? number : 1});
  }
  return result;
}

/// What was estimated, by its name today or that of older versions.
const json& estimate_at(const json& estimates, const char* name,
                        const char* older) {
  const json& found = value_at(estimates, name);
  return found.is_null() ? value_at(estimates, older) : found;
}

/// Takes the mean of samples, whose number follows from its standard error.
void take_mean(const json& estimates, ReportedBenchmark& one) {
  const json& mean = estimate_at(estimates, "mean", "Mean");
  const double deviation =
      number_at(estimate_at(estimates, "std_dev", "StdDev"), "point_estimate");
  one.observations.push_back({number_at(mean, "point_estimate"), kNoValue, 2});
  const double root = deviation / number_at(mean, "standard_error");
  const double count = std::nearbyint(root * root);
  if (!(count >= 2) || std::isinf(count)) return;
  one.count = count;
  one.deviation = {{deviation, kNoValue}};
}

}  // namespace
}  // namespace criterion_results

ToolReport criterion_report(const nlohmann::json& root,
                            const std::string& file) {
  namespace results = criterion_results;
  ToolReport report;
  ReportedBenchmark& one = report.benchmarks.emplace_back();
  one.name = results::name_of(std::filesystem::absolute(file));
  one.observations = results::samples_of(root);
  if (one.observations.empty()) results::take_mean(root, one);
  tell_apart(report);
  return report;
}

ToolReport critcmp_report(const nlohmann::json& root) {
  ToolReport report;
  for (const auto& [name, item] : value_at(root, "benchmarks").items()) {
    ReportedBenchmark& one = report.benchmarks.emplace_back();
    one.name = text_at(value_at(item, "criterion_benchmark_v1"), "full_id");
    if (one.name.empty()) one.name = name;
    criterion_results::take_mean(value_at(item, "criterion_estimates_v1"), one);
  }
  tell_apart(report);
  return report;
}

}  // namespace spl::runner
