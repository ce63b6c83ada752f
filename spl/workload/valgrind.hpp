#pragma once

#include <cstdint>

/// Requests to Valgrind and its tool Callgrind, without their headers.
namespace spl::workload {

/// The beginning of what Callgrind writes as the reason of a dump; the number
/// of parts that it counts follows. The first dump is of empty parts, by which
/// the cost of a part is known, and each other of an observation.
inline constexpr const char* kValgrindDump = "SPL parts: ";

#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool kKnowsValgrind = true;
#else
inline constexpr bool kKnowsValgrind = false;
#endif

/// What Valgrind writes to its log where a program has its allocations counted:
/// the beginning of an observation, and of an allocation, whose size follows,
/// and the calls that led there.
inline constexpr const char* kLogObservation = "SPL observation\n";
inline constexpr const char* kLogAllocation = "SPL allocates ";

/// The numbers of Callgrind begin with "CT".
enum class ValgrindRequest : std::uint64_t {
  kIsThere = 0x1001,     ///< Answers with more than 0 under Valgrind.
  kLog = 0x1403,         ///< Write a text to the log.
  kLogCalls = 0x1404,    ///< The same, and the calls that led here.
  kZero = 0x43540001,    ///< Forget what was counted.
  kToggle = 0x43540002,  ///< Begin or end to count.
  kDump = 0x43540003     ///< Write what was counted, with a reason; forget it.
};

/// Does nothing and returns 0 where Valgrind does not execute this process. Not
/// inlined, so that it takes the same instructions everywhere.
[[gnu::noinline]] std::uint64_t ask(ValgrindRequest request,
                                    const char* text = nullptr);

}  // namespace spl::workload
