#pragma once

#include <filesystem>
#include <string>

#include "runner/git/repository.hpp"
#include "runner/system/descriptor.hpp"

namespace spl::runner {

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
