#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

/// Git repositories, which are read and never changed.
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

/// A name that is no revision, but similar to one; what() suggests that.
class MisspeltRevision : public RevisionError {
 public:
  using RevisionError::RevisionError;
};

/// A state of the sources that can be built.
struct Revision {
  std::string name;         ///< As the user wrote it; empty: the working tree.
  std::string id;           ///< The commit's, in hexadecimal; empty likewise.
  std::string subject;      ///< First line of the commit's message.
  std::string message;      ///< The whole message.
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
  std::string id;  ///< The content's, as Git names blobs.
  std::optional<std::filesystem::path> disk;
  /// The repository of the submodule that has it; empty: the main one.
  std::string submodule;
  /// Changes that Git makes on check-out and that are not made here, as in
  /// .gitattributes; or empty.
  std::string left_out = {};
};

/// Lines of a file that another version has otherwise, as Git counts them: the
/// first, and how many; none after the first where lines were only added.
struct ChangedLines {
  int old_first = 0;
  int old_count = 0;
  int new_first = 0;
  int new_count = 0;

  friend bool operator==(const ChangedLines&, const ChangedLines&) = default;
};

/// Files in the order of their paths, each once.
using Tree = std::vector<TreeFile>;

/// Facts that bear on @baseline if the user does not say what it is.
struct BaselineHints {
  /// Whether a commit has what the revision under test is built from; empty: no
  /// commit has.
  std::function<bool(const Revision& commit)> is_built_alike = {};
  /// The commit that a push to the branch came after; empty if none is known.
  std::string pushed_after = {};
};

/// A Git repository. All functions throw RepositoryError. Not for several
/// threads at once.
class Repository {
 public:
  virtual ~Repository() = default;

  /// Returns the folder of the working tree; empty for a bare repository.
  [[nodiscard]] virtual std::filesystem::path folder() const = 0;

  /// Returns whether old commits are missing: then an unknown name may be
  /// right.
  [[nodiscard]] virtual bool is_shallow() const { return false; }

  /// Returns the revision with the name. Throws RevisionError, which suggests
  /// similar names.
  virtual Revision resolve(const std::string& name) = 0;

  /// Returns the revision of the working tree, whose files tree() reads.
  virtual Revision working_tree_revision() = 0;

  /// Returns the meaning of @baseline if the user does not say it. The first of
  /// these that is not `under_test` itself: its merge base with the default
  /// branch; its merge base with the upstream of that branch; the commit that a
  /// push came after. Without a push, the last commit that is not built alike,
  /// from HEAD on for a dirty working tree, otherwise from the commit before.
  virtual Revision default_baseline(const Revision& under_test,
                                    const BaselineHints& hints) = 0;

  /// Reads all files of a revision, including those of its submodules.
  virtual Tree tree(const Revision& revision) = 0;

  /// Returns the files of the working tree that Git ignores, by path.
  [[nodiscard]] virtual std::vector<std::string> ignored_files() { return {}; }

  /// Returns the submodules that are not checked out in the working tree; they
  /// are left out of commits, too.
  [[nodiscard]] virtual std::set<std::string> empty_submodules() { return {}; }

  /// Reads the content of a file of a tree from here; for a link, its target.
  virtual std::string content(const TreeFile& file) = 0;

  /// Returns in which lines two files differ.
  virtual std::vector<ChangedLines> changed_lines(const TreeFile& /*old*/,
                                                  const TreeFile& /*recent*/) {
    return {};
  }

  /// Returns the commits after `good` up to `bad`, oldest first, each a parent
  /// of the next; along first parents if these lead to `good`. Throws
  /// RevisionError if `good` is no ancestor.
  virtual std::vector<Revision> path(const Revision& good,
                                     const Revision& bad) = 0;

  /// Returns the ids of all commits after `good` that descend from it and from
  /// which `bad` descends, and of `bad`, parents first.
  virtual std::vector<std::string> between(const Revision& good,
                                           const Revision& bad) = 0;

  /// Returns those of the commits, by their ids, that are `last` or one of its
  /// first parents, oldest first.
  virtual std::vector<Revision> first_parents(
      const Revision& last, const std::set<std::string>& ids) = 0;
};

/// Returns the folder at or above an absolute one that has the entry `.git`, of
/// a repository or of one of its work trees; empty if there is none. Nothing in
/// the repository is read.
[[nodiscard]] std::filesystem::path top_folder(
    const std::filesystem::path& folder);

/// Returns what follows the path of a file in the index of the repository
/// around it: "" if Git tracks the file itself, "-wal" if it tracks one of that
/// name beside it, and so on. What is tracked may come from whoever wrote the
/// repository. libgit2 is loaded only where the index may have such a path.
/// Throws RepositoryError or FileError where that cannot be told, since the
/// repository or its index cannot be read.
[[nodiscard]] std::vector<std::string> tracked_endings(
    const std::filesystem::path& file);

}  // namespace spl::runner
