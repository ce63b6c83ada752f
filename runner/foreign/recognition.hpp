#pragma once

#include <string>

#include "runner/foreign/framework.hpp"

namespace spl::runner {

/// Whose benchmarks a program holds, as texts in its file say, without
/// executing it: one that executes all of its benchmarks when it is asked must
/// not be. kUnknown where there are none, as in a script that starts another
/// program, and where the file cannot be read. One that holds workloads of SPL
/// is SPL's, whatever else it holds.
[[nodiscard]] Framework recognised(const std::string& program);

}  // namespace spl::runner
