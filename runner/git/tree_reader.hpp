#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner::git {

/// Reads the files of commits and of the working tree, including those of
/// submodules. All functions throw RepositoryError. The repository outlives the
/// reader.
class TreeReader {
 public:
  explicit TreeReader(git_repository* repository) : repository_(repository) {}

  /// Returns the files of a commit, in no order. Refuses more than a million
  /// files and folders, and folders that nest more than 200 deep.
  [[nodiscard]] Tree commit(const git_oid& id);

  /// Returns the files on the disk that Git tracks or would not ignore, without
  /// those of folders in which CMake or Meson builds.
  [[nodiscard]] Tree working_tree();

  /// Returns whether the working tree is dirty, as Git means it: files that are
  /// not tracked do not count, submodules do.
  [[nodiscard]] bool differs_from_head();

  /// Returns the files of the working tree that Git ignores, by path; none
  /// without a working tree.
  [[nodiscard]] std::vector<std::string> ignored_files() const;

  /// Returns the submodules that the working tree names and has not checked
  /// out: their folders are empty there, and so they are in commits.
  [[nodiscard]] const std::set<std::string>& empty_submodules();

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

  /// Converts the files of one repository, from `first` on, as Git checks them
  /// out: by the attributes of the commit or, without one, of the working tree.
  void as_checked_out(git_repository* repository,
                      const std::optional<git_oid>& commit,
                      const std::string& prefix, std::size_t first,
                      Tree& result);
  void convert(const Checkout& checkout, TreeFile& file);

  /// Returns the repository of a submodule that is or was checked out, or null.
  git_repository* submodule(const std::string& path);

  /// Returns null if the submodule is an empty folder in the working tree.
  git_repository* checked_out_submodule(const std::string& path);

  bool differs_from_head(git_repository* repository, const std::string& prefix);
  bool differs_in_submodule(git_index* index, const std::string& prefix);

  /// Returns the differences between the index and the disk. Computes them
  /// once, since that takes time.
  const git_diff* differences(git_repository* repository, git_index* index);
  /// Returns the differences without files that a sparse check-out left out.
  std::vector<const git_diff_delta*> changes(git_repository* repository,
                                             git_index* index);

  git_repository* repository_;
  std::size_t folders_ = 0;  ///< Read so far of the current commit.
  std::map<std::string, RepositoryHandle> submodules_;  ///< By path.
  std::optional<std::set<std::string>> empty_submodules_;
  std::map<git_repository*, DiffHandle> differences_;
  /// Contents that are in no blob, by the name that Git would give to the blob.
  std::map<std::string, std::function<std::string()>> converted_;
};

/// The changes that Git makes to files when it checks them out: line endings
/// and `$Id$`, by .gitattributes and the configuration.
class CheckoutRules {
 public:
  /// Takes the attributes of a commit, even if they have changed since, or,
  /// without a commit, those of the working tree. The repository outlives this.
  CheckoutRules(git_repository* repository, std::optional<git_oid> commit);

  /// Returns whether the configuration changes files without any attribute.
  [[nodiscard]] bool are_configured() const { return configured_; }

  struct Rule {
    bool converts = false;       ///< A check-out may change the content.
    bool is_normalised = false;  ///< A commit may change the content.
    /// Further changes by Git, as in .gitattributes: `filter=lfs`; or empty.
    std::string left_out;
  };
  [[nodiscard]] Rule rule(const std::string& path) const;

  /// Returns the content of a committed file after a check-out. Throws
  /// RepositoryError.
  [[nodiscard]] std::string checked_out(const std::string& path,
                                        git_blob* blob) const;

  /// Returns the content of a file on the disk after a commit and a check-out.
  /// Its `$Id$` stays the same. Throws RepositoryError.
  [[nodiscard]] std::string checked_out(const std::string& path,
                                        const std::string& content) const;

 private:
  enum class Direction { kIn, kOut };
  [[nodiscard]] std::string filtered(const std::string& path,
                                     const std::string& content,
                                     Direction direction, git_blob* blob) const;

  git_repository* repository_;
  RepositoryHandle own_;  ///< For a commit: no index, no working tree.
  std::optional<git_oid> commit_;
  // For files without attributes, too:
  bool converts_ = false;
  bool normalises_ = false;
  bool configured_ = false;
};

}  // namespace spl::runner::git
