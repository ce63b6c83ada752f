#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "runner/repository.hpp"

namespace spl::runner {

/// The content of a file of a tree.
using TreeContent = std::function<std::string(const TreeFile&)>;

/// A folder in which revisions are built one after the other, so that only what
/// differs from the one before is built anew. It is this process's, and that of
/// the builds it starts, as long as the object lives. Throws FileError.
class Lane {
 public:
  /// The first lane below the folder that nobody uses, made where there is
  /// none.
  explicit Lane(const std::filesystem::path& folder);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path source() const {
    return folder_ / "source";
  }
  [[nodiscard]] std::filesystem::path build() const {
    return folder_ / "build";
  }

  /// To be kept open by what works in the lane.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Makes the source folder equal to the tree. Files that are so already keep
  /// their times. Where a CMake file changes, CMake's cache goes, for it would
  /// keep what the revision before set. Until leave() the lane counts as in
  /// disorder: whoever takes it then starts from nothing.
  void check_out(const Tree& tree, const TreeContent& content);

  /// What is in the source folder but was not checked out so: files that a
  /// build added, changed or removed.
  [[nodiscard]] std::vector<std::string> foreign_files() const;

  /// The build came to an end, and what it left can be built upon.
  void leave();

 private:
  struct Line;
  [[nodiscard]] std::vector<Line> manifest() const;
  void write_manifest(const std::vector<Line>& lines) const;
  void clear() const;

  std::filesystem::path folder_;
  int descriptor_ = -1;
};

}  // namespace spl::runner
