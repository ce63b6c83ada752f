#pragma once

#include <filesystem>
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

}  // namespace spl::runner
