#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

/// The calls that runs make. What a call costs may depend on how many went
/// before (a container that grows), so all that is compared makes the same.
namespace spl::runner {

/// The calls of a run, from the first one on.
struct Calls {
  std::uint64_t iterations = 0;  ///< Of each observation.
  std::uint64_t warmup = 0;      ///< Observations before the first that counts.

  friend bool operator==(const Calls&, const Calls&) = default;
};

/// What a run chose itself, so that its observations are long enough to be
/// timed, and no longer.
struct OwnCalls {
  double iterations = 1;           ///< Of an observation.
  double observation_seconds = 0;  ///< Its untimed parts included.
};

/// Observations of one side may last so many times as long as it would choose,
/// and those of another be so many times as short.
inline constexpr double kMostLonger = 4;
inline constexpr double kMostShorter = 8;

/// The same calls for all: the iterations of the slowest side times the root of
/// how far the sides are apart, kMostLonger at most, and as many observations
/// before the first that counts, two at least, as last that warm-up on the
/// quickest side, or kMostLonger times that on the slowest. Absent where the
/// sides are further apart than kMostLonger * kMostShorter, or one is not
/// known.
[[nodiscard]] std::optional<Calls> equal_calls(
    const std::vector<OwnCalls>& sides, std::chrono::nanoseconds warmup);

}  // namespace spl::runner
