#pragma once

#include <cstdint>

/// Requests to Callgrind, a tool of Valgrind, without its headers.
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

/// The numbers begin with "CT".
enum class CallgrindRequest : std::uint64_t {
  kZero = 0x43540001,    ///< Forget what was counted.
  kToggle = 0x43540002,  ///< Begin or end to count.
  kDump = 0x43540003     ///< Write what was counted, with a reason; forget it.
};

/// Does nothing where Valgrind does not execute this process. Not inlined, so
/// that it takes the same instructions everywhere.
[[gnu::noinline]] void ask(CallgrindRequest request,
                           const char* text = nullptr);

}  // namespace spl::workload
