#pragma once

#include <chrono>
#include <cstdint>

/// How runs are measured where nobody says otherwise.
namespace spl::runner {

/// The time that the warm-up of short calls takes (calls.hpp), and that of runs
/// which are not told how many calls to make (`warmup`).
inline constexpr std::chrono::nanoseconds kUsualWarmup =
    std::chrono::milliseconds(1);

/// Observations before the first that counts, unless there is no warm-up.
inline constexpr std::uint64_t kFewestWarmupObservations = 2;

/// The wanted length of an observation.
inline constexpr std::chrono::nanoseconds kUsualObservation =
    std::chrono::microseconds(12);

/// Observations of a run, as many as take as long as its start
/// (`observations`).
inline constexpr std::uint64_t kFewestObservations = 50;
inline constexpr std::uint64_t kMostObservations = 1000;
/// The fewest, if each is preceded by a set-up that takes longer: a fifth of
/// them is trimmed.
inline constexpr std::uint64_t kFewestWithSetup = 5;

}  // namespace spl::runner
