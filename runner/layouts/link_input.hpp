#pragma once

#include <filesystem>

namespace spl::runner {

/// The use that a linker makes of a file.
enum class LinkInput {
  kCopied,       ///< Objects, archives, scripts: in the program afterwards.
  kReferred,     ///< Shared libraries and programs: found when it starts.
  kThinArchive,  ///< An archive that only names its members.
};

/// Returns the use of a file by its first bytes, since names are anybody's
/// choice. A file that cannot be read counts as copied.
[[nodiscard]] LinkInput link_input(const std::filesystem::path& file);

}  // namespace spl::runner
