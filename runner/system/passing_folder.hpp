#pragma once

#include <filesystem>
#include <optional>

#include "runner/system/file_lock.hpp"

namespace spl::runner {

/// A folder that is removed with the object or, if its process was killed, with
/// the next object of the same parent.
class PassingFolder {
 public:
  /// Makes the folder below the parent, which is made if it is missing. Throws
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
