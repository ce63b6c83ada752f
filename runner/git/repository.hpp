#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What is read of a Git repository. Nothing of it is ever changed.
namespace spl::runner {

/// A repository that cannot be used, or something missing in it; what() is a
/// sentence that names it and the remedy.
class RepositoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A name that is no revision; what() is a sentence without the repository.
class RevisionError : public RepositoryError {
 public:
  using RepositoryError::RepositoryError;
};

/// A state of the sources that can be built.
struct Revision {
  std::string name;         ///< As asked for; empty for the working tree.
  std::string id;           ///< Of the commit, in hexadecimal; empty likewise.
  std::string subject;      ///< First line of the commit's message.
  std::string message;      ///< All of it.
  std::string author_date;  ///< ISO 8601 with the author's zone.
  bool dirty = false;       ///< A working tree that is not its HEAD.
  std::size_t parents = 1;
  std::string remark = {};  ///< A warning about the name, or empty.

  [[nodiscard]] bool is_working_tree() const { return id.empty(); }
};

/// `9f3c2d1 (Parse faster)`, `the working tree`, `the dirty working tree`.
[[nodiscard]] std::string to_text(const Revision& revision);

/// A file of a tree, as Git checks it out. Its content is from a blob of the
/// repository or, where that lacks it, from the file at `disk`.
struct TreeFile {
  enum class Kind { kRegular, kExecutable, kLink };
  std::string path;  ///< From the root of the tree.
  Kind kind = Kind::kRegular;
  std::string id;  ///< Of the content, as Git names blobs.
  std::optional<std::filesystem::path> disk;
  /// The repository of the submodule that has it; empty: the main one.
  std::string submodule;
  /// What Git would do to the content on checkout, and is not done here, as
  /// .gitattributes write it; or empty.
  std::string left_out = {};
};

/// In the order of paths, each once.
using Tree = std::vector<TreeFile>;

/// What bears on @baseline where nobody says what that is.
struct BaselineHints {
  /// Whether a commit has what the revision under test is built from; empty: no
  /// commit has.
  std::function<bool(const Revision& commit)> is_built_alike = {};
  /// The commit that a push to the branch came after; empty if none is known.
  std::string pushed_after = {};
};

/// All of these throw RepositoryError. Not for several threads at once.
class Repository {
 public:
  virtual ~Repository() = default;

  /// The folder with the working tree; empty for a bare repository.
  [[nodiscard]] virtual std::filesystem::path folder() const = 0;

  /// Whether old commits are missing, so that an unknown name may be right.
  [[nodiscard]] virtual bool is_shallow() const { return false; }

  /// What a name means to Git. Throws RevisionError, near names suggested.
  virtual Revision resolve(const std::string& name) = 0;

  /// Without its tree, which is read by working_tree().
  virtual Revision working_tree_revision() = 0;

  /// What @baseline means if nobody says: the merge base of `under_test` with
  /// the default branch; if that is `under_test` itself, with the upstream of
  /// that branch; if that is, too, the commit that a push came after or,
  /// without one, the last commit that is not built alike: from HEAD on for a
  /// dirty working tree, otherwise from the commit before.
  virtual Revision default_baseline(const Revision& under_test,
                                    const BaselineHints& hints) = 0;

  /// All files of a revision, those of its submodules too.
  virtual Tree tree(const Revision& revision) = 0;

  /// Files of the working tree that Git ignores, by path.
  [[nodiscard]] virtual std::vector<std::string> ignored_files() { return {}; }

  /// Of a file of a tree from here; for links what they point to.
  virtual std::string content(const TreeFile& file) = 0;

  /// The commits after `good` up to `bad`, oldest first, each a parent of the
  /// next; along first parents where that way leads to `good`. Throws
  /// RevisionError if `good` is no ancestor.
  virtual std::vector<Revision> path(const Revision& good,
                                     const Revision& bad) = 0;
};

}  // namespace spl::runner
