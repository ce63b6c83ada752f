#pragma once

#include <filesystem>
#include <string>

namespace spl::runner {

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
