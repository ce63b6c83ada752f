#pragma once

#include <filesystem>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// An empty folder `spl-run-HOST-XXXXXX` that is this process's as long as the
/// claim is open. Whoever makes one removes those that nobody claims any more,
/// for their processes were killed.
class ClaimedFolder {
 public:
  /// Throws std::system_error where none can be made.
  explicit ClaimedFolder(const std::filesystem::path& parent);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor claim_;
};

}  // namespace spl::runner
