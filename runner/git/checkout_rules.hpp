#pragma once

#include <optional>
#include <string>

#include "runner/git/handles.hpp"

namespace spl::runner::git {

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
