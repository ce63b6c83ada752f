#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// How far a build has come, as its tool prints it.
namespace spl::runner {

/// Returns the step of the last line that names one: `step 12 of 48` for
/// `[12/48] ...` of Ninja, `25 %` for `[ 25%] ...` of the makefiles that CMake
/// writes; else an empty text.
[[nodiscard]] std::string build_step(std::string_view log);

/// Returns the step of a log file that is being written, of which only the end
/// is read; empty if it cannot be read.
[[nodiscard]] std::string build_step_of(const std::filesystem::path& log);

}  // namespace spl::runner
