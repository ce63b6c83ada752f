#include "runner/programs/calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spl::runner {
namespace {

bool is_known(const OwnCalls& side) {
  return side.iterations >= 1 && side.observation_seconds > 0;
}

/// Returns the seconds of an observation with this number of iterations.
double seconds_of(const OwnCalls& side, double iterations) {
  return side.observation_seconds * iterations / side.iterations;
}

/// Returns the number of observations that last the warm-up on the side where
/// they are the shortest, but nowhere more than kMostLonger times the warm-up.
double observations_before(const std::vector<OwnCalls>& sides,
                           double iterations, double warmup) {
  double shortest = std::numeric_limits<double>::infinity();
  double longest = 0;
  for (const OwnCalls& one : sides) {
    shortest = std::min(shortest, seconds_of(one, iterations));
    longest = std::max(longest, seconds_of(one, iterations));
  }
  constexpr double kFewest = 2;
  constexpr double kRounding = 1e-9;
  const double wanted =
      std::min(warmup / shortest, kMostLonger * warmup / longest);
  return std::max(kFewest, std::ceil(wanted - kRounding));
}

}  // namespace

std::optional<Calls> equal_calls(const std::vector<OwnCalls>& sides,
                                 std::chrono::nanoseconds warmup) {
  if (sides.empty() || !std::all_of(sides.begin(), sides.end(), is_known)) {
    return std::nullopt;
  }
  const auto [slowest, quickest] =
      std::minmax_element(sides.begin(), sides.end(),
                          [](const OwnCalls& one, const OwnCalls& other) {
                            return one.iterations < other.iterations;
                          });
  const double apart = quickest->iterations / slowest->iterations;
  if (apart > kMostLonger * kMostShorter) return std::nullopt;
  const double iterations =
      std::round(slowest->iterations * std::min(std::sqrt(apart), kMostLonger));
  const double seconds = std::chrono::duration<double>(warmup).count();
  return Calls{static_cast<std::uint64_t>(iterations),
               static_cast<std::uint64_t>(
                   observations_before(sides, iterations, seconds))};
}

}  // namespace spl::runner
