#include "runner/foreign/criterion_report.hpp"

#include <algorithm>
#include <filesystem>

#include "runner/system/data_error.hpp"
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

}  // namespace
}  // namespace criterion_results

ToolReport criterion_report(const nlohmann::json& root,
                            const std::string& file) {
  namespace results = criterion_results;
  ToolReport report;
  ReportedBenchmark& one = report.benchmarks.emplace_back();
  one.name = results::name_of(std::filesystem::absolute(file));
  one.observations = results::samples_of(root);
  if (one.observations.empty()) {
    one.observations.push_back(
        {number_at(value_at(root, "mean"), "point_estimate"), kNoValue,
         2});  // A mean; of how many is not known.
  }
  tell_apart(report);
  return report;
}

}  // namespace spl::runner
