#include "runner/programs/answered_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

bool is_finite_enough(double observation) {
  return std::abs(observation) < kLargestObservation;
}

/// Returns what is wrong with the observations of one metric.
std::string wrong_observations(const std::vector<double>& observations,
                               std::size_t expected) {
  if (observations.size() != expected) {
    return counted(observations.size(), "observation") + " instead of " +
           std::to_string(expected);
  }
  if (!std::ranges::all_of(observations, is_finite_enough)) {
    return "an observation of 1e140 or more";
  }
  return {};
}

/// Whether a time is below 0 as a whole. The costs of readings are taken off,
/// so that a single observation may be.
bool is_negative_time(const workload::RunAnswer& answer,
                      const workload::Request& request) {
  const workload::Metric metric =
      request.metrics.empty() ? workload::Metric::kWall : request.metrics[0];
  if (metric != workload::Metric::kWall && metric != workload::Metric::kCpu) {
    return false;
  }
  std::vector<double> sorted = answer.observations;
  const auto middle = sorted.begin() + sorted.size() / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle < 0 || std::accumulate(sorted.begin(), sorted.end(), 0.0) < 0;
}

/// Whether more observations were disturbed than there may be: those that were
/// requested, and as many that were made again.
bool has_many_disturbed(const workload::DisturbedCounts& counts,
                        std::uint64_t requested) {
  const std::uint64_t most = 2 * requested;
  const auto all = {counts.net, counts.kept, counts.beside_threads,
                    counts.untold};
  return std::ranges::any_of(all,
                             [&](std::uint64_t one) { return one > most; });
}

std::string wrong_length(const workload::RunAnswer& answer,
                         const workload::Request& request, RunLength length) {
  const std::size_t count = answer.observations.size();
  const bool is_free = length == RunLength::kUpToProgram && count != 0;
  const std::string wrong = wrong_observations(
      answer.observations,
      is_free ? std::min<std::size_t>(count, request.observations)
              : request.observations);
  if (!wrong.empty()) return wrong;
  if (answer.iterations == 0) return "observations of 0 iterations";
  const bool is_chosen =
      request.iterations != 0 && length == RunLength::kAsRequested;
  if (is_chosen && answer.iterations != request.iterations) {
    return "observations of " + counted(answer.iterations, "iteration") +
           " instead of " + std::to_string(request.iterations);
  }
  return {};
}

/// Returns what an answer has that was not requested.
std::string excess(const workload::RunAnswer& answer,
                   const workload::Request& request, RunLength length) {
  const std::string wrong = wrong_length(answer, request, length);
  if (!wrong.empty()) return wrong;
  if (is_negative_time(answer, request)) return "a time below 0";
  const std::size_t metrics = answer.others.size() + 1;
  if (metrics != request.metrics.size()) {
    return counted(metrics, "metric") + " instead of " +
           std::to_string(request.metrics.size());
  }
  for (const std::vector<double>& one : answer.others) {
    const std::string of_other =
        wrong_observations(one, answer.observations.size());
    if (!of_other.empty()) return of_other + " of a further metric";
  }
  if (has_many_disturbed(answer.disturbed, request.observations)) {
    return "more disturbed observations than were made";
  }
  return {};
}

}  // namespace

std::string misfit_of(const workload::RunAnswer& answer,
                      const workload::Request& request, RunLength length) {
  if (!answer.failure.empty()) return {};
  const std::string found = excess(answer, request, length);
  if (found.empty()) return {};
  return "left an answer that does not fit what was asked: it has " + found +
         "; build its program again";
}

}  // namespace spl::runner
