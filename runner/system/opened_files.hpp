#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// Watches which files processes open directly in some folders, while the
/// object lives.
class OpenedFiles {
 public:
  explicit OpenedFiles(const std::set<std::filesystem::path>& folders);

  /// Returns the files that were opened so far, and those of the folders that
  /// were listed; nothing if the kernel could not watch or remember them all.
  [[nodiscard]] std::optional<std::set<std::filesystem::path>> seen();

 private:
  Descriptor events_;
  std::map<int, std::filesystem::path> folders_;  ///< By watch.
  std::set<std::filesystem::path> seen_;
  bool complete_ = true;
};

}  // namespace spl::runner
