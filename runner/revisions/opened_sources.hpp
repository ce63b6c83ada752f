#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/revisions/same_code.hpp"
#include "runner/system/opened_files.hpp"

namespace spl::runner {

/// Sees which files of the working tree are opened while revisions that have
/// them with other contents are measured. Programs of all revisions run in one
/// folder, so that a file that a workload reads there is the same for all of
/// them. Files that another machine opens and files below {source} are not
/// seen, and none are if the kernel cannot watch the folders.
class OpenedSources {
 public:
  /// Watches files below `folder`, the working tree's; nothing if it is empty.
  OpenedSources(const Suite& suite, const SourcesOfRevisions& sources,
                const std::filesystem::path& folder);

  /// Returns a warning for each two compared revisions with such files.
  [[nodiscard]] std::vector<std::string> warnings();

 private:
  /// Names of two revisions, as messages have them, and the files that differ.
  std::vector<std::pair<std::string, std::vector<std::string>>> differing_;
  std::filesystem::path folder_;
  std::optional<OpenedFiles> opened_;
};

}  // namespace spl::runner
