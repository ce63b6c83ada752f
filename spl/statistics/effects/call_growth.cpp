#include "spl/statistics/effects/call_growth.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "spl/statistics/interpretations/sign_flip.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

constexpr std::size_t kFewestObservations = 6;
constexpr double kLevel = 0.005;  ///< The level of each direction.
constexpr std::size_t kFewestRuns = 8;
const double kMuch = std::log(1.25);

bool counts(const RunOfCalls& run) {
  return run.observations.size() >= kFewestObservations &&
         std::ranges::all_of(run.observations,
                             [](double one) { return one > 0; });
}

double mean(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
         static_cast<double>(numbers.size());
}

/// Logarithms of the last third over another, of costs and of numbers of calls.
struct Rise {
  double cost;
  double calls;
};

/// Returns the rise from a third, the first one (0) or the second (1).
Rise rise_from(std::size_t other, const RunOfCalls& run) {
  const std::size_t third = run.observations.size() / 3;
  const std::size_t begin = other * third;
  const auto length = static_cast<double>(run.observations.size());
  const double half = static_cast<double>(third) / 2;
  return {std::log(mean(run.observations.last(third)) /
                   mean(run.observations.subspan(begin, third))),
          std::log((run.before + length - half) /
                   (run.before + static_cast<double>(begin) + half))};
}

/// The medians over the runs.
struct Growth {
  double exponent = 0;
  double cost = 0;  ///< A logarithm.
  bool is_found = false;
};

Growth growth_from(std::size_t other, const std::vector<RunOfCalls>& runs) {
  std::vector<double> costs;
  std::vector<double> exponents;
  for (const RunOfCalls& run : runs) {
    if (!counts(run)) continue;
    const Rise found = rise_from(other, run);
    costs.push_back(found.cost);
    exponents.push_back(found.cost / found.calls);
  }
  if (costs.empty()) return {};
  const SignFlips flips = sign_flips(costs, 0);
  const auto [least, most] = std::ranges::minmax_element(costs);
  const bool all_show_it =
      costs.size() < kFewestRuns && (*least > kMuch || *most < -kMuch);
  return {run_statistic(exponents, RunStatistic::kMedian),
          run_statistic(costs, RunStatistic::kMedian),
          all_show_it || std::min(flips.p_greater, flips.p_less) < kLevel};
}

}  // namespace

CallGrowth call_growth(const std::vector<RunOfCalls>& runs) {
  const Growth growth = growth_from(0, runs);
  const Growth later = growth_from(1, runs);
  CallGrowth result;
  if (growth.is_found) {
    result.exponent = growth.exponent;
    result.late_over_early = std::exp(growth.cost);
  }
  if (growth.is_found || later.is_found) {
    result.later_exponent = later.exponent;
  }
  return result;
}

}  // namespace spl::statistics
