#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "runner/git/handles.hpp"

namespace spl::runner::git {

/// What Git does to files when it checks them out: line endings and `$Id$`, as
/// .gitattributes and the configuration say.
class CheckoutRules {
 public:
  /// By the attributes of a commit, whatever those of today are, or without
  /// one by those of the working tree. The repository outlives this.
  CheckoutRules(git_repository* repository, std::optional<git_oid> commit);

  /// Whether the configuration says something, without any attribute.
  [[nodiscard]] bool are_configured() const { return configured_; }

  struct Rule {
    bool converts = false;       ///< Content may change on its way out.
    bool is_normalised = false;  ///< Or on its way in.
    /// What Git would do besides, as .gitattributes write it: `filter=lfs`.
    std::string left_out;
  };
  [[nodiscard]] Rule rule(const std::string& path) const;

  /// Of a file that is committed. Throws RepositoryError.
  [[nodiscard]] std::string checked_out(const std::string& path,
                                        git_blob* blob) const;

  /// Of a file as it is on the disk: as if it was committed before. Its `$Id$`
  /// stays as it is. Throws RepositoryError.
  [[nodiscard]] std::string checked_out(const std::string& path,
                                        const std::string& content) const;

 private:
  enum class Direction { kIn, kOut };
  [[nodiscard]] std::string filtered(const std::string& path,
                                     const std::string& content,
                                     Direction direction, git_blob* blob) const;

  git_repository* repository_;
  RepositoryHandle own_;  ///< Of a commit: without index and working tree.
  std::optional<git_oid> commit_;
  // Files that no attribute is about, too:
  bool converts_ = false;
  bool normalises_ = false;
  bool configured_ = false;
};

}  // namespace spl::runner::git
