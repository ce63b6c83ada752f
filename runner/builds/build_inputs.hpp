#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/git/repository.hpp"
#include "runner/settings/build_recipe.hpp"

/// Which files a built program depends on, as far as names say it.
namespace spl::runner {

/// Whether a path matches a pattern: `*` and `?` within a name, `**` any number
/// of folders.
[[nodiscard]] bool matches(const std::string& path, const std::string& pattern);

/// Whether formulas, the project file or a report of spl-run are in the file:
/// what is read and written around a build, but not by it.
[[nodiscard]] bool is_around_builds(const std::filesystem::path& path);

/// The tree without what lies around builds, for the hash of a program.
[[nodiscard]] Tree counted(const Tree& tree);

/// The tree without what hardly ever makes a program another one: besides what
/// lies around builds, documents, and files and folders with hidden names.
[[nodiscard]] Tree counted_for_baseline(const Tree& tree);

/// The files of a tree that builds get: those of "files" in "revisions", where
/// it says so and the project's folder is in the repository, but no report of
/// spl-run that is not committed.
[[nodiscard]] Tree given_to_builds(Tree tree, const BuildRecipe& recipe,
                                   const std::filesystem::path& repository);

/// The files in the project's folder that may matter to a build, by path, in
/// order: those that "files" names, or all that Git does not ignore, without
/// what lies around builds.
[[nodiscard]] std::vector<std::filesystem::path> project_files(
    const BuildRecipe& recipe);

/// Which names a build could look for in the project's folder. Without "files"
/// documents do not count (README, NOTES.md), which no build looks for without
/// opening them or listing their folder.
[[nodiscard]] std::string project_names_id(const BuildRecipe& recipe);

}  // namespace spl::runner
