#include "runner/calls.hpp"

#include <algorithm>
#include <cmath>

namespace spl::runner {
namespace {

bool is_known(const OwnCalls& side) {
  return side.iterations >= 1 && side.observation_seconds > 0;
}

/// Of an observation of so many iterations.
double mean_seconds(const std::vector<OwnCalls>& sides, double iterations) {
  double sum = 0;
  for (const OwnCalls& one : sides) {
    sum += std::log(one.observation_seconds * iterations / one.iterations);
  }
  return std::exp(sum / static_cast<double>(sides.size()));
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
  constexpr double kFewest = 2;
  const double before = std::ceil(seconds / mean_seconds(sides, iterations));
  return Calls{static_cast<std::uint64_t>(iterations),
               static_cast<std::uint64_t>(std::max(kFewest, before))};
}

}  // namespace spl::runner
