#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// The place of a file: a name in a folder that is held open. Whatever others
/// do to the path meanwhile, what is checked is what is replaced.
class FilePlace {
 public:
  /// A link in the place of a file is replaced, as for all files of spl-run's
  /// own, or the path is the user's, who may mean what the link leads to: a
  /// device or pipe, which is written to, or a file that holds something. That
  /// is replaced then, unless the link belongs to another user. None is
  /// followed out of its repository, whose author made it.
  enum class Link { kReplaced, kFollowed };

  /// Throws FileError if there is no such folder.
  FilePlace(std::filesystem::path path, Link link);

  /// Returns the first `most` bytes of the regular file that is there; empty if
  /// there is none, or another thing, or if it cannot be read.
  [[nodiscard]] std::string begin(std::size_t most) const;

  /// Whether write() writes to a device or pipe, whose reader is unknown.
  [[nodiscard]] bool is_device() const { return is_device_; }

  /// Throws FileError if write() would fail now. Called before long work whose
  /// result is written.
  void check_writable() const;

  /// Replaces the file in one step. Throws FileError.
  void write(const std::string& content) const;

  /// Removes the file, or the link, if there is one and if that is possible.
  void remove() const;

 private:
  void require_own(const std::filesystem::path& followed) const;
  void require_inside(const std::filesystem::path& followed) const;
  void follow();
  void require_replaceable() const;
  [[nodiscard]] int replace(const std::string& content) const;

  std::filesystem::path path_;  ///< For messages and devices.
  Descriptor folder_;
  std::string name_;
  bool is_device_ = false;  ///< Or a pipe.
};

}  // namespace spl::runner
