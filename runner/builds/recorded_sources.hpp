#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace spl::runner {

/// Returns the sources and headers that a program was compiled from, as far as
/// its build left notes of them: the record of its link names objects and
/// static libraries, and Ninja, or the Makefiles of CMake, keep the files that
/// compilers read for these. Paths are absolute, each once. The objects of a
/// static library are those of CMake's target of that name.
[[nodiscard]] std::vector<std::filesystem::path> recorded_sources(
    const std::filesystem::path& program);

/// Returns the objects of a program and of its static libraries that were
/// compiled without optimisation, as far as the same notes, build.ninja and
/// CMake's flags.make say so: by an object's name, or by the folder of its
/// target.
[[nodiscard]] std::vector<std::string> unoptimised_objects(
    const std::filesystem::path& program);

/// Reads `.ninja_deps`, of which `content` is the whole: for each wanted file
/// that Ninja made, the files it was made from, as compilers reported them.
/// Names are Ninja's and parts of `content`. Empty for another version of the
/// format; of a file that is cut off, the part that is there counts.
[[nodiscard]] std::map<std::string_view, std::vector<std::string_view>>
ninja_dependencies(std::string_view content,
                   const std::function<bool(std::string_view)>& is_wanted);

}  // namespace spl::runner
