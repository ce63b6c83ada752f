#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// A new file in an open folder, until it takes the place of another: spl-run
/// writes no file in another way. Nobody can foresee its name, and opening it
/// follows no link. Making one removes the new files whose processes were
/// killed in this folder.
class NewFile {
 public:
  /// The umask of this process reduces the mode. error() is not zero if the
  /// file cannot be made.
  NewFile(const Descriptor& folder, mode_t mode);
  /// Removes the file if it did not take a place.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] const Descriptor& file() const { return file_; }

  /// Gives the file this name in the folder in one step, if all of it could be
  /// kept. Returns zero or an errno.
  [[nodiscard]] int take_place(const std::string& name);

 private:
  const Descriptor& folder_;
  std::string name_;  ///< Empty if there is no file of that name to remove.
  Descriptor file_{-1};
  int error_ = 0;
};

/// Opens a file of spl-run's own in which several processes write at the end,
/// such as a log; it is made if there is none. Follows no link, and waits for
/// no pipe. Returns -1 and sets errno if that fails.
[[nodiscard]] int open_to_append(const std::filesystem::path& path);

/// Copies a file with its permissions and makes the folder for it. Throws
/// FileError with the system's own reason, which fs::copy_file loses if a disk
/// is full.
void copy_into_cache(const std::filesystem::path& from,
                     const std::filesystem::path& to);

}  // namespace spl::runner
