#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runner/system/descriptor.hpp"
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

/// Makes an empty folder below the parent, with a name that nobody can foresee
/// after `begin`, that this user alone can use, with any umask. Throws
/// std::system_error.
[[nodiscard]] std::filesystem::path make_new_folder(
    const std::filesystem::path& parent, const std::string& begin);

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
