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

bool counts(const RunOfCalls& run) {
  return run.observations.size() >= kFewestObservations &&
         std::all_of(run.observations.begin(), run.observations.end(),
                     [](double one) { return one > 0; });
}

double mean(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
         static_cast<double>(numbers.size());
}

/// Logarithms of the last third over the first third, of costs and of numbers
/// of calls.
struct Rise {
  double cost;
  double calls;
};

Rise rise(const RunOfCalls& run) {
  const std::size_t third = run.observations.size() / 3;
  const auto length = static_cast<double>(run.observations.size());
  const double half = static_cast<double>(third) / 2;
  return {std::log(mean(run.observations.last(third)) /
                   mean(run.observations.first(third))),
          std::log((run.before + length - half) / (run.before + half))};
}

}  // namespace

CallGrowth call_growth(const std::vector<RunOfCalls>& runs) {
  std::vector<double> costs;
  std::vector<double> exponents;
  for (const RunOfCalls& run : runs) {
    if (!counts(run)) continue;
    const Rise found = rise(run);
    costs.push_back(found.cost);
    exponents.push_back(found.cost / found.calls);
  }
  if (costs.empty()) return {};
  const SignFlips flips = sign_flips(costs, 0);
  if (std::min(flips.p_greater, flips.p_less) >= kLevel) return {};
  return {run_statistic(exponents, RunStatistic::kMedian),
          std::exp(run_statistic(costs, RunStatistic::kMedian))};
}

}  // namespace spl::statistics
