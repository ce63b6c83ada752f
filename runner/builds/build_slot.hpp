#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// The content of a file of a tree.
using TreeContent = std::function<std::string(const TreeFile&)>;

/// A folder in which revisions are built one after the other, always at the
/// same path, which objects and programs may contain, and always from nothing:
/// nothing that an earlier build left can change a later one. The folder is
/// this process's, and that of the builds it starts, as long as the object
/// lives. Throws FileError.
class BuildSlot {
 public:
  /// Takes the first one below the folder that nobody uses, or makes one.
  explicit BuildSlot(const std::filesystem::path& folder);
  ~BuildSlot();
  BuildSlot(const BuildSlot&) = delete;
  BuildSlot& operator=(const BuildSlot&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
  [[nodiscard]] std::filesystem::path source() const {
    return folder_ / "source";
  }
  [[nodiscard]] std::filesystem::path build() const {
    return folder_ / "build";
  }

  /// A descriptor that everything that works in the build slot keeps open.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Empties the build slot, all but its lock, and writes the tree into the
  /// source folder, following no link. All files get the same time of last
  /// change, so that neither tools that compare times nor __TIMESTAMP__ depend
  /// on when this was done.
  void check_out(const Tree& tree, const TreeContent& content);

 private:
  std::filesystem::path folder_;
  int descriptor_ = -1;
};

}  // namespace spl::runner
