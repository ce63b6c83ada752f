#include "runner/programs/calls.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "runner/settings/run_defaults.hpp"

namespace spl::runner {
namespace {

/// Limits of the rule: numbers of calls, and seconds.
constexpr double kFewestCalls = 10;
constexpr double kLongestWarmup = 0.01;
constexpr double kWarmByItself = 0.5;

/// Nothing lies between 1 ms and the next call of 1 us and a rounding error.
constexpr double kRounding = 1e-9;

bool is_known(const OwnCalls& side) {
  return side.iterations >= 1 && side.observation_seconds > 0;
}

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// Returns the same calls for sides in the order of their call times.
Calls common_calls(const std::vector<OwnCalls>& sides,
                   const std::optional<std::chrono::nanoseconds>& asked) {
  const auto [fewest, most] =
      std::ranges::minmax_element(sides, {}, &OwnCalls::iterations);
  const double iterations =
      std::round(std::sqrt(fewest->iterations * most->iterations));
  const auto calls =
      static_cast<double>(warmup_calls(sides.front().call_seconds(), asked));
  return {static_cast<std::uint64_t>(iterations),
          static_cast<std::uint64_t>(std::ceil(calls / iterations))};
}

}  // namespace

std::uint64_t warmup_calls(
    double call_seconds, const std::optional<std::chrono::nanoseconds>& asked) {
  const auto lasting = [&](double time) {
    return std::max(1.0, std::ceil(time / call_seconds - kRounding));
  };
  if (asked) {
    return asked->count() == 0
               ? 0
               : static_cast<std::uint64_t>(lasting(seconds(*asked)));
  }
  if (call_seconds >= kWarmByItself) return 0;
  return static_cast<std::uint64_t>(
      std::min(std::max(kFewestCalls, lasting(seconds(kUsualWarmup))),
               lasting(kLongestWarmup)));
}

std::vector<Calls> calls_of(
    const std::vector<OwnCalls>& sides,
    const std::optional<std::chrono::nanoseconds>& asked) {
  if (!std::ranges::all_of(sides, is_known)) return {};
  std::vector<std::size_t> order(sides.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto call = [&](std::size_t i) { return sides[i].call_seconds(); };
  std::ranges::sort(order, [&](std::size_t one, std::size_t other) {
    return call(one) < call(other);
  });
  std::vector<Calls> result(sides.size());
  for (auto first = order.begin(); first != order.end();) {
    const auto end = std::find_if(first, order.end(), [&](std::size_t i) {
      return call(i) > kEqualCallsWithin * call(*first);
    });
    std::vector<OwnCalls> alike;
    for (auto one = first; one != end; ++one) alike.push_back(sides[*one]);
    const Calls calls = common_calls(alike, asked);
    for (; first != end; ++first) result[*first] = calls;
  }
  return result;
}

}  // namespace spl::runner
