#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "runner/settings/build_recipe.hpp"

/// The configuration of a CMake build folder, which says what programs do not
/// show of how they were compiled: -O2 or -O3, an allocator, link-time
/// optimisation.
namespace spl::runner {

/// Cached variables by name, such as CMAKE_CXX_FLAGS.
using BuildConfiguration = std::map<std::string, std::string>;

/// Returns the variables of the nearest CMakeCache.txt above the program that
/// may change code: the compiler's and those of type BOOL or STRING. Variables
/// of a build type other than that of the folder are left out. Empty if there
/// is no such file.
[[nodiscard]] BuildConfiguration configuration_of(
    const std::filesystem::path& program);

/// Returns the CMakeCache.txt of a build of the sources in a folder, in that
/// folder or up to two below it: the one that was written last. Empty if there
/// is none.
[[nodiscard]] std::filesystem::path build_of(
    const std::filesystem::path& sources);

/// Returns the programs of a recipe, as texts for framework_program(), that are
/// in a build folder of the user's, the project's folder or one up to two below
/// it: in the one whose program is newest. Empty if there is none.
[[nodiscard]] std::vector<std::string> programs_of_user(
    const BuildRecipe& recipe);

/// Describes the options of a project, compilers and their flags that have
/// another value there, as difference_text() does. Build types do not count.
[[nodiscard]] std::string other_options_text(const BuildConfiguration& one,
                                             const BuildConfiguration& other);

/// Describes the variables that differ from those of the other configuration:
/// `CMAKE_CXX_FLAGS=-O3, USE_POOL=ON`, five of them at most; empty for none.
[[nodiscard]] std::string difference_text(const BuildConfiguration& one,
                                          const BuildConfiguration& other);

}  // namespace spl::runner
