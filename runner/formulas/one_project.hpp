#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/project_file.hpp"
#include "runner/formulas/suite.hpp"

/// The project files of texts, which must be one and the same.
namespace spl::runner {

/// Returns the project file of a formula file or of a folder of them: the
/// nearest from its folder upwards, or else from the current folder upwards, as
/// found by find_project_file().
[[nodiscard]] std::optional<FoundProjectFile> project_of(
    const std::filesystem::path& path, const std::filesystem::path& home);

/// Throws PlainError if a text has another project file than `named`, a formula
/// file or folder: the other project file would not count. Files that were only
/// searched for formulas and have none do not matter.
void require_one_project(const std::filesystem::path& named,
                         const std::vector<FormulaText>& texts,
                         const std::filesystem::path& home);

/// Where the files of a project end. Whoever wrote its project file may be a
/// stranger, who does not choose which of the reader's files are written, or
/// read and quoted.
class ProjectBorder {
 public:
  /// The project in the folder of a project file. It ends at the top of the
  /// Git repository around that, unless this is the user's home folder.
  ProjectBorder(const std::filesystem::path& folder,
                const std::filesystem::path& home);

  /// Returns why the project file must not name a file, which need not be
  /// there: "names X, which ..."; empty if it may. A path that has no links
  /// out of the project, does not lead into `.git`, and has nothing but a
  /// regular file or a folder at its end is fine.
  [[nodiscard]] std::string fault_of(const std::filesystem::path& path) const;

 private:
  std::filesystem::path top_;
};

}  // namespace spl::runner
