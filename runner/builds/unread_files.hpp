#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "runner/builds/slot_build.hpp"
#include "runner/git/repository.hpp"

/// Files of a revision that its program does not depend on: those of names that
/// nothing looks for (is_never_looked_for()), if its build opened none of them.
namespace spl::runner {

/// Returns the hash of a program's inputs without the files that may be unread;
/// nothing if all of them count.
[[nodiscard]] std::string hash_without_unread(BuildOrder order,
                                              const BuildSite& site);

/// Returns a text about a program of the tree: that hash, and the other files
/// and folders that its build opened, as they are in the tree.
[[nodiscard]] std::string read_text(
    const std::string& hash, const Tree& tree,
    const std::set<std::filesystem::path>& opened,
    const std::filesystem::path& source);

/// Returns whether such a text holds for another tree with that hash, so that
/// the program is of that, too.
[[nodiscard]] bool holds(const std::string& text, const std::string& hash,
                         const Tree& tree);

}  // namespace spl::runner
