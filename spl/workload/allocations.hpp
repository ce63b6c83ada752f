#pragma once

#include <cstdint>
#include <string>

/// A count of a program's allocations, without cost until counting begins. It
/// then diverts the calls of malloc and its family, in the tables by which each
/// loaded object calls functions of other objects, or uses the sanitizers'
/// hooks.
namespace spl::workload {

struct Allocations {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;  ///< Requested bytes.
};

/// Begins to count the allocations of all threads. Returns an empty text, or a
/// sentence that continues "PROGRAM ...". Calls from libraries that are loaded
/// later are not counted.
[[nodiscard]] std::string count_allocations();

/// Returns the allocations since the first call of count_allocations().
[[nodiscard]] Allocations allocations();

/// What is written to the log of Valgrind, if that executes this process: see
/// kLogAllocation.
enum class Logged {
  kNothing,
  kObservation,  ///< The beginning of one; then nothing.
  kPart          ///< Each allocation, of a part.
};
void log_allocations(Logged what);

}  // namespace spl::workload
