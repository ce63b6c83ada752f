#pragma once

#include <filesystem>
#include <vector>

#include "runner/builds/built.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/builds/slot_build.hpp"

/// The files of a build that the cache keeps: programs, libraries of the build
/// that they need, and beside them how they were linked, what they are to the
/// machine and what the build took.
namespace spl::runner {

/// Where the sources of a build are kept, beside its other files.
inline constexpr const char* kKeptSource = ".source";

/// A build that has ended, and what it was made of; all outlives it.
struct FinishedBuild {
  const SlotBuild& build;
  const BuildSlot& build_slot;
  const BuildSite& site;
  const Tree& tree;
  const std::filesystem::path& log;
};

/// Names the files to keep, and the files outside the build slot that it read:
/// those that tools name, and `more`. Throws BuildError if a program does not
/// find its libraries where both are kept, or FileError.
[[nodiscard]] ProgramFiles files_to_keep(
    const FinishedBuild& finished,
    const std::vector<std::filesystem::path>& more);

/// Whether a revision is built once or several times.
enum class Builds { kOne, kSeveral };

/// Reads a build from the folder where its files are kept.
[[nodiscard]] Built kept_build(const std::filesystem::path& folder,
                               const BuildRecipe& recipe, Builds builds);

}  // namespace spl::runner
