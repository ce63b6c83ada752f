#pragma once

#include <filesystem>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// An empty folder `spl-run-HOST-XXXXXX` that belongs to this process as long
/// as the claim is open. Making one removes the folders without a claim, whose
/// processes were killed.
class ClaimedFolder {
 public:
  /// Throws std::system_error if the folder cannot be made.
  explicit ClaimedFolder(const std::filesystem::path& parent);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor claim_;
};

}  // namespace spl::runner
