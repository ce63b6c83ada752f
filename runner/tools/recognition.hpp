#pragma once

#include <string>
#include <string_view>

#include "runner/tools/framework.hpp"

namespace spl::runner {

/// Whose benchmarks a program holds, as texts in its file say, without
/// executing it: one that executes all of its benchmarks when it is asked must
/// not be. kUnknown where there are none, as in a script that starts another
/// program, and where the file cannot be read. One that holds workloads of SPL
/// is SPL's, whatever else it holds.
[[nodiscard]] Framework recognised(const std::string& program);

/// The option with which a program whose file says nothing is asked. Programs
/// of frameworks then print their options and execute nothing else.
inline constexpr char kAskingOption[] = "--help";

/// Returns the framework whose options the output lists; kUnknown for others.
[[nodiscard]] Framework recognised_by_help(std::string_view output);

}  // namespace spl::runner
