#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "runner/git/repository.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/file_lock.hpp"

namespace spl::runner {

/// Returns the content of a file of a tree.
using TreeContent = std::function<std::string(const TreeFile&)>;

/// A folder in which revisions are built one after the other. Its path is
/// always the same, for objects and programs may contain it, and each build
/// starts from an empty folder, so that no earlier build changes a later one.
/// The folder belongs to this process, and to the builds that it starts, as
/// long as the object lives. Throws FileError.
class BuildSlot {
 public:
  /// Takes the first slot below the folder that nobody uses, or makes a slot.
  explicit BuildSlot(const std::filesystem::path& parent);

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
  [[nodiscard]] std::filesystem::path source() const {
    return folder_ / "source";
  }
  [[nodiscard]] std::filesystem::path build() const {
    return folder_ / "build";
  }

  /// Returns a descriptor that every process working in the build slot keeps
  /// open.
  [[nodiscard]] int descriptor() const { return lock_->descriptor(); }

  /// Empties the build slot, all but its lock, and writes the tree into the
  /// source folder, following no link. All files get the same time of last
  /// change, so that neither tools that compare times nor __TIMESTAMP__ depend
  /// on when this was done.
  void check_out(const Tree& tree, const TreeContent& content);

 private:
  std::filesystem::path folder_;
  std::optional<FileLock> lock_;
};

/// Throws FileError if a file of the tree would be outside its folder, or one
/// file below another.
void check_paths(const Tree& tree);

/// Writes the files of a tree into a folder. Links are made and never followed,
/// so that nothing is written elsewhere, whatever the tree holds or appears in
/// the folder meanwhile.
class TreeWriter {
 public:
  /// The folder exists and is empty. Throws FileError.
  explicit TreeWriter(std::filesystem::path folder);

  /// Makes the file, with its folders; all files have the same time of last
  /// change. Throws FileError.
  void write(const TreeFile& file, const std::string& content);

 private:
  /// Makes `parent_` the folder with that path below the first, step by step.
  void enter(const std::filesystem::path& path);

  std::filesystem::path folder_;
  Descriptor top_;
  std::filesystem::path entered_;  ///< Below the folder.
  Descriptor parent_;              ///< The one that is entered.
};

}  // namespace spl::runner
