#pragma once

#include <string_view>
#include <vector>

namespace spl::runner {

/// A file in an archive.
struct ArchiveMember {
  /// Its name; of a thin archive, its path from the archive's folder.
  std::string_view name;
  std::string_view content;  ///< Empty in a thin archive.
};

/// Returns whether the bytes begin as an archive, and whether as a thin one,
/// which only names its members.
[[nodiscard]] bool is_archive(std::string_view bytes);
[[nodiscard]] bool is_thin_archive(std::string_view bytes);

/// Lists the members of an archive as GNU's and LLVM's `ar` write it; none if
/// it is something else or damaged. They are part of `archive`.
[[nodiscard]] std::vector<ArchiveMember> archive_members(
    std::string_view archive);

}  // namespace spl::runner
