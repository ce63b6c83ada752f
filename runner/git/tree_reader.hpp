#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner::git {

/// Reads the files of commits and of the working tree, those of submodules
/// too. All throw RepositoryError. The repository outlives it.
class TreeReader {
 public:
  explicit TreeReader(git_repository* repository) : repository_(repository) {}

  /// In no order. Refuses more than a million files and folders, and folders
  /// that nest more than 200 deep.
  [[nodiscard]] Tree commit(const git_oid& id);

  /// What Git tracks and what it would not ignore, as it is on the disk.
  [[nodiscard]] Tree working_tree();

  /// As Git means it: files that are not tracked do not count. Submodules do.
  [[nodiscard]] bool differs_from_head();

  /// Of the working tree, by path; none where there is no working tree.
  [[nodiscard]] std::vector<std::string> ignored_files() const;

  [[nodiscard]] std::string content(const TreeFile& file) const;

 private:
  struct Checkout;

  void add_commit(git_repository* repository, const git_oid& id,
                  const std::string& prefix, const std::string& submodule,
                  Tree& result);
  void add_tree(git_repository* repository, const git_tree* tree,
                const std::string& prefix, const std::string& submodule,
                Tree& result);
  void add_submodule(const std::string& path, const git_oid& id, Tree& result);
  void add_working_tree(git_repository* repository, const std::string& prefix,
                        const std::string& name, Tree& result);
  void add_checked_out_submodule(const std::string& path, Tree& result);

  /// Files of one repository, from `first` on, as Git would check them out: by
  /// the attributes of the commit or, without one, of the working tree.
  void as_checked_out(git_repository* repository,
                      const std::optional<git_oid>& commit,
                      const std::string& prefix, std::size_t first,
                      Tree& result);
  void convert(const Checkout& checkout, TreeFile& file);

  /// The repository of a submodule that is checked out, or was once; or null.
  git_repository* submodule(const std::string& path);

  /// Null where it is an empty folder in the working tree.
  git_repository* checked_out_submodule(const std::string& path);

  bool differs_from_head(git_repository* repository, const std::string& prefix);
  bool differs_in_submodule(git_index* index, const std::string& prefix);

  /// From the index to the disk; looked up once, for that is what takes time.
  const git_diff* differences(git_repository* repository, git_index* index);
  /// These, without files that a sparse checkout left out.
  std::vector<const git_diff_delta*> changes(git_repository* repository,
                                             git_index* index);

  git_repository* repository_;
  std::size_t folders_ = 0;  ///< Of the commit that is read, so far.
  std::map<std::string, RepositoryHandle> submodules_;  ///< By path.
  std::map<git_repository*, DiffHandle> differences_;
  /// Contents that are in no blob, by what Git would call it.
  std::map<std::string, std::function<std::string()>> converted_;
};

}  // namespace spl::runner::git
