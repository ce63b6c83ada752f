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

/// The same of a log file that is being written: only its end is read. Empty
/// where it cannot be read.
[[nodiscard]] std::string build_step_of(const std::filesystem::path& log);

}  // namespace spl::runner
