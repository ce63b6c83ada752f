#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

/// The calls that runs make. The cost of a call may depend on the calls before
/// it (a container that grows, a branch predictor that learns), so compared
/// runs make equally many.
namespace spl::runner {

/// The calls of a run, from the first one on.
struct Calls {
  std::uint64_t iterations = 0;  ///< Per observation.
  std::uint64_t warmup = 0;      ///< Observations before the first that counts.

  friend bool operator==(const Calls&, const Calls&) = default;
};

/// The calls that a run chose itself, so that its observations are long enough
/// to be timed, and no longer.
struct OwnCalls {
  double iterations = 1;           ///< Per observation.
  double observation_seconds = 0;  ///< Its untimed parts included.

  [[nodiscard]] double call_seconds() const {
    return observation_seconds / iterations;
  }
};

/// Sides whose calls take no more than so many times as long as those of the
/// quickest make equally many.
inline constexpr double kEqualCallsWithin = 10;

/// Returns the calls before the first that counts, by the time of a call and
/// nothing else. They take at least kUsualWarmup and are at least ten. From 1
/// ms a call on they take 10 ms, from 10 ms on there is one. A call of half a
/// second has its own warm-up behind it: there is none. If a warm-up is asked
/// for, they are at least one and take at least as long.
[[nodiscard]] std::uint64_t warmup_calls(
    double call_seconds,
    const std::optional<std::chrono::nanoseconds>& asked = std::nullopt);

/// Returns the calls of each side. Sides within kEqualCallsWithin of the
/// quickest among them have the iterations in the middle of what they would
/// choose, as a geometric mean, and the warm-up of that quickest side. Slower
/// ones are compared among themselves, and so on. Empty if a side is not known.
[[nodiscard]] std::vector<Calls> calls_of(
    const std::vector<OwnCalls>& sides,
    const std::optional<std::chrono::nanoseconds>& asked = std::nullopt);

}  // namespace spl::runner
