#pragma once

#include <filesystem>
#include <optional>

#include "runner/system/file_lock.hpp"

namespace spl::runner {

/// A folder that goes with the object or, where its process was killed, with
/// the next object of the same parent.
class PassingFolder {
 public:
  /// Makes it below the parent, which is made if it is not there. Throws
  /// FileError.
  explicit PassingFolder(const std::filesystem::path& parent);
  ~PassingFolder();
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<FileLock> lock_;
};

}  // namespace spl::runner
