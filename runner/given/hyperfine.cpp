#include "runner/given/hyperfine.hpp"

#include <algorithm>

#include "runner/given/foreign_report.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

constexpr double kSecond = 1e9;

/// The files in which something was seen that a reader should know.
struct Remarks {
  std::vector<std::string> failing;    ///< Commands did not end with 0.
  std::vector<std::string> immediate;  ///< Commands took no time.
};

void require_wall(workload::Metric metric, const JsonText& report) {
  if (metric == workload::Metric::kWall) return;
  throw DataError(report.file() +
                  ": reports of hyperfine are taken for --metric wall, not "
                  "for " +
                  std::string(workload::to_text(metric)) +
                  ": beside the times of runs they have means only, and no "
                  "option of hyperfine gives more");
}

std::vector<double> times(const JsonText& text, const json& result,
                          const JsonPlace& place) {
  const JsonPlace inner = place.at("times");
  const auto found = result.find("times");
  if (found == result.end() || found->is_null()) {
    text.fail(place,
              "only means are here, not the times of runs; let hyperfine "
              "write them with --export-json");
  }
  text.require_array(*found, inner);
  if (found->empty()) text.fail(inner, "expected at least one time");
  std::vector<double> nanoseconds;
  for (std::size_t i = 0; i < found->size(); ++i) {
    const double time = kSecond * text.number((*found)[i], inner.at(i));
    const auto wrong = wrong_observation(time, workload::Metric::kWall);
    if (!wrong.empty()) text.fail(inner.at(i), wrong);
    nanoseconds.push_back(time);
  }
  return nanoseconds;
}

/// Whether a run of it did not end with 0, which hyperfine was told to ignore.
bool was_failing(const json& result) {
  const json codes = result.value("exit_codes", json());
  return codes.is_array() &&
         std::any_of(codes.begin(), codes.end(),
                     [](const json& code) { return code != 0; });
}

void note(const std::string& file, bool is_so,
          std::vector<std::string>& files) {
  if (is_so && (files.empty() || files.back() != file)) files.push_back(file);
}

ForeignRun run_of(const JsonText& text, Remarks& remarks) {
  const JsonPlace top;
  const JsonPlace place = top.at("results");
  const json& results = text.root()["results"];
  text.require_array(results, place);
  if (results.empty()) text.fail(place, "there are no results in this report");
  std::vector<NamedBenchmark> commands;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const JsonPlace inner = place.at(i);
    const json& result = results[i];
    const json& name = text.member(result, inner, "command");
    NamedBenchmark& one = commands.emplace_back();
    one.name = text.text(name, inner.at("command"));
    one.place = to_text(inner);
    one.benchmark.observations = times(text, result, inner);
    note(text.file(), was_failing(result), remarks.failing);
    note(text.file(),
         std::count(one.benchmark.observations.begin(),
                    one.benchmark.observations.end(), 0.0) > 0,
         remarks.immediate);
  }
  return named_run(std::move(commands), text.file(),
                   "give each command a name by --command-name, with its "
                   "parameters: -n 'sort({n})'");
}

Warnings warnings(const Remarks& remarks) {
  Warnings result;
  if (!remarks.failing.empty()) {
    result.push_back(names_of_files(remarks.failing) +
                     ": commands ended with another status than 0, which "
                     "hyperfine was told to ignore: what they took may be "
                     "the time of a failure");
  }
  if (!remarks.immediate.empty()) {
    result.push_back(names_of_files(remarks.immediate) +
                     ": some times are 0, for hyperfine takes off what it "
                     "believes a shell costs: give it -N, so that it starts "
                     "commands without a shell");
  }
  return result;
}

}  // namespace

GivenObservations hyperfine_observations(const std::vector<JsonText>& reports,
                                         workload::Metric metric) {
  require_wall(metric, reports.front());
  Remarks remarks;
  std::vector<ForeignReport> all;
  for (const JsonText& report : reports) {
    ForeignRun run = run_of(report, remarks);
    all.push_back(
        {report.file(), report.root()["results"].dump(), std::move(run)});
  }
  GivenObservations result = united(all, metric);
  result.warnings = warnings(remarks);
  return result;
}

}  // namespace spl::runner
