#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {

/// A Git repository in a temporary folder, made by the program git, with a
/// clock of its own: each commit is a minute after the one before. Its branch
/// is main.
class GitFolder {
 public:
  /// An empty repository in a folder of this name.
  explicit GitFolder(const std::string& name = "project");

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// For what is not of the repository.
  [[nodiscard]] const TemporaryFolder& around() const { return around_; }

  /// Writes a file in it; its path.
  std::filesystem::path write(const std::string& name,
                              const std::string& content) const;

  /// Executes git there; what it prints, without the last newline. Throws
  /// std::runtime_error where it fails.
  std::string git(const std::vector<std::string>& arguments) const;

  /// Commits all there is; the hash.
  std::string commit(const std::string& message);

  /// An entry of a tree; kinds are 100644, 120000 (link) and 40000 (tree).
  struct Entry {
    std::string kind;
    std::string name;
    std::string hash;
  };

  /// Stores bytes as an object, a blob; the hash.
  [[nodiscard]] std::string store(const std::string& content) const;
  /// Stores a tree, in whatever way it is made; the hash.
  [[nodiscard]] std::string store_tree(const std::vector<Entry>& tree) const;
  /// Commits a tree that is stored; the hash.
  [[nodiscard]] std::string commit_tree(const std::string& tree) const;

 private:
  TemporaryFolder around_;
  std::filesystem::path path_;
  int minutes_ = 0;
};

}  // namespace spl::runner
