#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/tools/framework.hpp"

namespace spl::runner {

/// A program of a build folder that holds benchmarks.
struct FoundProgram {
  std::string path;  ///< From the build folder.
  Framework framework = Framework::kUnknown;
};

/// What spl.json could say about a project that is built.
struct Proposal {
  std::filesystem::path build;         ///< The folder where it is built.
  std::vector<FoundProgram> programs;  ///< Never empty.
  /// The words that configure it, if the default of BuildRecipe does not.
  std::vector<std::string> configure;
  std::vector<std::string> compile;  ///< The same of "build".
  std::vector<std::string> options;  ///< Of `configure`, those of its cache.
  /// The folder of a project below the top, which older revisions may lack.
  std::vector<std::string> overlay;
  std::vector<std::string> left_out;  ///< Other folders where it is built.
};

/// Looks at the build folders of CMake and Meson in a folder and two levels
/// below, and at what programs there hold; executes nothing. Throws PlainError,
/// with the remedy, if there are none.
[[nodiscard]] Proposal proposal(const std::filesystem::path& top,
                                const std::vector<std::string>& environment);

/// Returns the proposal as spl.json.
[[nodiscard]] std::string project_text(const Proposal& proposal);

}  // namespace spl::runner
