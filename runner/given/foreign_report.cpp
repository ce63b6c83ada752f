#include "runner/given/foreign_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runner/formulas/performance_name.hpp"
#include "runner/programs/answered_run.hpp"
#include "runner/system/data_error.hpp"
#include "runner/system/foreign_text.hpp"
#include "spl/logic/quoted.hpp"

namespace spl::runner {
namespace {

GivenPerformance united(const logic::Performance& performance,
                        const std::vector<ForeignReport>& reports) {
  std::vector<std::vector<double>> all;
  for (const ForeignReport& report : reports) {
    const auto found = report.run.find(performance);
    if (found == report.run.end()) {
      return {
          logic::Failure{to_text(performance) + " is not in " + report.file +
                         ", and each report is a run of all benchmarks"},
          {}};
    }
    if (!found->second.failure.empty()) {
      return {logic::Failure{found->second.failure}, {}};
    }
    all.push_back(found->second.observations);
  }
  return {statistics::Sample(std::move(all)), {}};
}

/// Throws DataError for a copied report: two would prove what one does not.
void require_different_runs(const std::vector<ForeignReport>& reports) {
  std::map<std::string_view, const ForeignReport*> known;
  for (const ForeignReport& report : reports) {
    const auto [first, is_new] = known.emplace(report.content, &report);
    if (is_new) continue;
    throw DataError(report.file + ": the benchmarks are those of " +
                    first->second->file +
                    ", and each file counts as a run of its own; give each "
                    "run once");
  }
}

std::string joined(const std::string& group, const NamedBenchmark& benchmark) {
  return group.empty() ? benchmark.name : group + '/' + benchmark.name;
}

}  // namespace

ForeignRun named_run(std::vector<NamedBenchmark> benchmarks,
                     const std::string& file, const std::string& remedy) {
  std::map<std::string, std::size_t> uses;
  for (const NamedBenchmark& one : benchmarks) ++uses[joined(one.group, one)];
  ForeignRun run;
  for (NamedBenchmark& one : benchmarks) {
    const std::string place = fmt::format("{}: {}: ", file, one.place);
    if (one.name.empty()) {
      throw DataError(fmt::format("{}expected a name; {}", place, remedy));
    }
    std::string name = joined(one.group, one);
    if (uses[name] > 1 && !one.section.empty()) name = joined(one.section, one);
    const logic::Performance performance =
        performance_of(logic::in_a_line(name));
    if (!run.emplace(performance, std::move(one.benchmark)).second) {
      throw DataError(
          fmt::format("{}this is the second benchmark that is called {}; {}",
                      place, foreign_text(to_text(performance)), remedy));
    }
  }
  return run;
}

GivenObservations united(const std::vector<ForeignReport>& reports,
                         const MeasuredMetric& metric) {
  require_different_runs(reports);
  GivenObservations result;
  result.metric = to_text(metric);
  result.dimension =
      is_time(metric) ? logic::Dimension::kTime : logic::Dimension::kCount;
  for (const ForeignReport& report : reports) {
    for (const auto& [performance, benchmark] : report.run) {
      if (result.performances.contains(performance)) continue;
      result.performances.emplace(performance, united(performance, reports));
    }
  }
  return result;
}

std::string failure_text(const std::string& name, const std::string& file,
                         const std::string& message) {
  return foreign_text(name) + " failed in " + file +
         (message.empty() ? "" : ": " + foreign_text(message));
}

std::string wrong_observation(double value, const MeasuredMetric& metric) {
  if (value < 0) {
    return std::string(is_time(metric) ? "a duration" : "a count") +
           " is not negative";
  }
  if (std::abs(value) < kLargestObservation) return {};
  return "this observation is too large to calculate with";
}

std::string names_of_files(const std::vector<std::string>& files) {
  const std::size_t others = files.size() - 1;
  if (others == 0) return files[0];
  return files[0] + " and " +
         (others == 1 ? files[1] : std::to_string(others) + " others");
}

}  // namespace spl::runner
