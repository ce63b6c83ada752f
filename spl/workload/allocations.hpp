#pragma once

#include <cstdint>
#include <string>

/// Counting what a program allocates. Programs pay nothing for it until it is
/// asked for: then the calls of malloc and its family are diverted, in the
/// tables by which every loaded object calls what another one has, or the
/// sanitizers' own hooks are used.
namespace spl::workload {

struct Allocations {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;  ///< That were asked for.
};

/// Begins to count, of all threads; empty, or a sentence that continues
/// "PROGRAM ...". What a library that is loaded later calls is not counted.
[[nodiscard]] std::string count_allocations();

/// Since count_allocations() was called first.
[[nodiscard]] Allocations allocations();

}  // namespace spl::workload
