#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

/// The calls that runs make. The cost of a call may depend on the calls before
/// it (a container that grows), so all compared runs make equally many.
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
};

/// Limits of observations with equal calls: those of one side may be
/// kMostLonger times as long as it would choose, those of another kMostShorter
/// times as short.
inline constexpr double kMostLonger = 4;
inline constexpr double kMostShorter = 8;

/// Returns the same calls for all sides. The iterations are those of the
/// slowest side times the root of the ratio between the sides, kMostLonger at
/// most. The observations before the first that counts, at least two, last the
/// warm-up on the quickest side, or kMostLonger times the warm-up on the
/// slowest. Nothing if the ratio is above kMostLonger * kMostShorter, or if a
/// side is not known.
[[nodiscard]] std::optional<Calls> equal_calls(
    const std::vector<OwnCalls>& sides, std::chrono::nanoseconds warmup);

}  // namespace spl::runner
