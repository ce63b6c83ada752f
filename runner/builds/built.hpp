#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/tools/framework.hpp"

namespace spl::runner {

/// A program of a built revision.
struct BuiltProgram {
  std::string path;
  /// A file beside it for what it reports about itself, which does not change;
  /// empty if that cannot be kept.
  std::string catalogue = {};
  /// Equal if the program and all libraries stored with it are the same to the
  /// machine (program_content.hpp), and so are further builds of the revision.
  /// Empty if that is not known.
  std::string content = {};
  /// The program in all builds of the revision, if these are several that
  /// differ.
  std::vector<std::string> given = {};
  std::optional<Framework> framework = {};  ///< If the recipe names it.
  /// Commands execute it; it holds no workloads.
  bool is_tool = false;
  std::vector<std::string> arguments = {};  ///< Its own.

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const BuiltProgram&, const BuiltProgram&) = default;
};

/// A revision as it was built, or why it could not be.
struct Built {
  std::vector<BuiltProgram> programs;  ///< None if it failed.
  std::string failure = {};            ///< A sentence, or empty.
  std::vector<std::string> warnings = {};
  /// The hash of all that went in, under which it is kept; empty if it failed.
  std::string hash = {};
  /// Where its files are kept, in the places that they have in the build.
  std::filesystem::path folder = {};
  /// The folder that pack_links left; empty if links are not kept.
  std::filesystem::path links = {};
  /// Why it cannot be linked in another order: continues "REVISION ...".
  std::string links_problem = {};
  /// Equal for two builds of a revision if their programs and libraries are;
  /// empty for its only one.
  std::string content = {};
  /// The time of the build, or the mean of several builds; 0: not known.
  double seconds = 0;
};

}  // namespace spl::runner
