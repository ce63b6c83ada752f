#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/revisions/same_code.hpp"
#include "runner/system/opened_files.hpp"

namespace spl::runner {

/// Sees which files of the working tree are opened while revisions are measured
/// that have them with other contents. Programs of all revisions run in one
/// folder, so that a file that a workload reads there is the same for all of
/// them. Not seen is what another machine opens, what is read of {source}, and
/// all where the kernel cannot watch the folders.
class OpenedSources {
 public:
  /// Watches files below `folder`, the working tree's; nothing if it is empty.
  OpenedSources(const Suite& suite, const SourcesOfRevisions& sources,
                const std::filesystem::path& folder);

  /// A warning for each two compared revisions with such files.
  [[nodiscard]] std::vector<std::string> warnings();

 private:
  /// Names of two revisions, as messages have them, and what differs.
  std::vector<std::pair<std::string, std::vector<std::string>>> differing_;
  std::filesystem::path folder_;
  std::optional<OpenedFiles> opened_;
};

}  // namespace spl::runner
