#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/git/repository.hpp"
#include "runner/settings/build_recipe.hpp"

/// The files that a built program depends on, as far as names say so.
namespace spl::runner {

/// Returns whether a path matches a pattern: `*` and `?` within a name, `**`
/// any number of folders.
[[nodiscard]] bool matches(const std::string& path, const std::string& pattern);

/// Returns whether the file has formulas, the project file or a report of
/// spl-run, which are read and written around a build, but not by it.
[[nodiscard]] bool is_around_builds(const std::filesystem::path& path);

/// Returns the tree without files that lie around builds, for the hash of a
/// program.
[[nodiscard]] Tree counted(const Tree& tree);

/// Returns whether no compiler or build file looks for a file of that name: it
/// is a document, or a script or data beside formulas.
[[nodiscard]] bool is_never_looked_for(const std::filesystem::path& path);

/// Returns the tree without files that hardly ever change a program: those that
/// lie around builds, documents, and files and folders with hidden names.
[[nodiscard]] Tree counted_for_baseline(const Tree& tree);

/// Returns whether a program may read the file when it runs, as far as its path
/// says so: it is no source, build script, formula, document or hidden file.
[[nodiscard]] bool may_be_data(const std::filesystem::path& path);

/// Returns the files of a tree that builds get: those of "files" in
/// "revisions", if it is set and the project's folder is in the repository, but
/// no report of spl-run that is not committed.
[[nodiscard]] Tree given_to_builds(Tree tree, const BuildRecipe& recipe,
                                   const std::filesystem::path& repository);

/// Returns the files in the project's folder that may matter to a build, in the
/// order of their paths: those that "files" names, or all that Git does not
/// ignore, without those that lie around builds.
[[nodiscard]] std::vector<std::filesystem::path> project_files(
    const BuildRecipe& recipe);

/// Returns a hash of the names that a build could look for in the project's
/// folder. Without "files", documents (README, NOTES.md) do not count: no build
/// looks for them without opening them or listing their folder.
[[nodiscard]] std::string project_names_id(const BuildRecipe& recipe);

}  // namespace spl::runner
