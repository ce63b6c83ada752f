#pragma once

#include <filesystem>

namespace spl::runner {

/// What a linker does with a file that it is given.
enum class LinkInput {
  kCopied,       ///< Objects, archives, scripts: in the program afterwards.
  kReferred,     ///< Shared libraries and programs: found when it starts.
  kThinArchive,  ///< An archive that only names its members.
};

/// Looks at how the file begins, for names are anybody's choice. A file that
/// cannot be read counts as copied.
[[nodiscard]] LinkInput link_input(const std::filesystem::path& file);

}  // namespace spl::runner
