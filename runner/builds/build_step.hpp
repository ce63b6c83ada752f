#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// How far a build has come, as its tool prints it.
namespace spl::runner {

/// Of the last line that tells: `step 12 of 48` for Ninja's `[12/48] ...`,
/// `25 %` for `[ 25%] ...` of the makefiles that CMake writes; else empty.
[[nodiscard]] std::string build_step(std::string_view log);

/// The same of a log file that is being written: only its end is read. Empty
/// where it cannot be read.
[[nodiscard]] std::string build_step_of(const std::filesystem::path& log);

}  // namespace spl::runner
