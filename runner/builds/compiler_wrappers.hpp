#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Wrappers around the compilers of a build, first in its PATH. They see every
/// command, and add flags without a variable: many builds choose their own
/// flags only where CFLAGS is not set.
namespace spl::runner {

/// Returns whether a program of the name is taken for a C or C++ compiler: cc,
/// g++-12, x86_64-linux-gnu-gcc, clang++.
[[nodiscard]] bool is_compiler_name(const std::string& name);

/// Makes a wrapper for every compiler in the PATH of the environment, which has
/// "NAME=value" variables, and for those that CC and CXX name by a path. Each
/// executes the words of the launcher, the compiler's path and the arguments.
/// Sets PATH, CC and CXX. Throws FileError.
void wrap_compilers(const std::filesystem::path& folder,
                    const std::vector<std::string>& launcher,
                    std::vector<std::string>& environment);

/// Returns the compiler that a wrapper executes; the path itself if this is no
/// wrapper.
[[nodiscard]] std::filesystem::path wrapped_compiler(
    const std::filesystem::path& path);

/// Takes the folder of the wrappers out of the PATH of this process: a compiler
/// may be a wrapper, too, that looks for the next one of its name.
void leave_wrappers(const std::filesystem::path& folder);

}  // namespace spl::runner
