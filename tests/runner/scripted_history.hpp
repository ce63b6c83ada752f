#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runner/builds/builder.hpp"
#include "runner/revisions/revisions.hpp"

namespace spl::runner {

/// Commits c0, c1, ... one after the other, and a working tree after the last.
/// HEAD is the last; HEAD~2 works, too. Nothing else is a revision.
struct ScriptedHistory {
  std::size_t commits = 3;
  bool dirty = false;
  std::string left_out;  ///< The attribute left out of each commit's file.
  std::map<std::string, std::string> remarks;  ///< On names, by name.
  std::set<std::string> broken;  ///< Commits that cannot be built.
  std::set<std::string> lost;    ///< Programs that have gone since.
  bool relinks = false;          ///< Programs can be linked again.
  bool differs_by_build = true;  ///< Several builds of a commit differ.
  double build_seconds = 0;      ///< That each build takes; 0: not known.
  /// Builds two/sample@c0 as well, which the world does not know.
  bool builds_two = false;
  /// The contents of the programs of commits (c0); others differ from all.
  std::map<std::string, std::string> contents;
  /// Git's name of sample.cpp, where workloads are registered, at commits that
  /// have it.
  std::map<std::string, std::string> workloads;
  /// A file that commits (c1, dirty) have with contents of their own.
  std::map<std::string, std::string> data;
  /// Commits (c2, dirty) that change nothing but notes.md.
  std::set<std::string> documents;
  std::filesystem::path folder;      ///< Of the working tree; or empty.
  std::vector<std::string> built;    ///< Programs that were built, in order.
  std::string undertaking;           ///< What builds were for; or empty.
  std::vector<BuildRecipe> recipes;  ///< Of builders that were asked for.
  std::vector<std::string> opened;   ///< Repositories that were asked for.
  std::size_t walks = 0;             ///< From one commit to another.
  std::function<void()> while_building;  ///< Called in each build; or empty.

  /// For a World; both refer to this.
  [[nodiscard]] OpenRepository repositories();
  [[nodiscard]] MakeBuilder builders();
};

}  // namespace spl::runner
