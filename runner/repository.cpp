#include "runner/repository.hpp"

#include <git2.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "runner/files.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/logic/quoted.hpp"

namespace spl::runner {
namespace {

using logic::quoted;

namespace fs = std::filesystem;

/// libgit2 as long as something of it is used.
class Library {
 public:
  Library() { git_libgit2_init(); }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

template <typename T, void (*release)(T*)>
struct Release {
  void operator()(T* object) const { release(object); }
};
template <typename T, void (*release)(T*)>
using Owned = std::unique_ptr<T, Release<T, release>>;

using RepositoryHandle = Owned<git_repository, git_repository_free>;
using ObjectHandle = Owned<git_object, git_object_free>;
using CommitHandle = Owned<git_commit, git_commit_free>;
using TreeHandle = Owned<git_tree, git_tree_free>;
using BlobHandle = Owned<git_blob, git_blob_free>;
using IndexHandle = Owned<git_index, git_index_free>;
using DiffHandle = Owned<git_diff, git_diff_free>;
using ReferenceHandle = Owned<git_reference, git_reference_free>;
using ConfigHandle = Owned<git_config, git_config_free>;

std::string last_message() {
  const git_error* error = git_error_last();
  return error != nullptr && error->message != nullptr
             ? error->message
             : "libgit2 does not tell why";
}

/// Throws with what libgit2 tells if `error` is one.
void check(int error, const std::string& what) {
  if (error < 0) throw RepositoryError(what + ": " + last_message());
}

std::string hexadecimal(const git_oid& id) {
  char text[GIT_OID_HEXSZ + 1] = {};
  git_oid_tostr(text, sizeof(text), &id);
  return text;
}

git_oid object_id(const std::string& hexadecimal) {
  git_oid id{};
  check(git_oid_fromstr(&id, hexadecimal.c_str()),
        hexadecimal + " is no object's name");
  return id;
}

std::string hash(std::string_view bytes) {
  git_oid id{};
  check(git_odb_hash(&id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB),
        "cannot hash");
  return hexadecimal(id);
}

/// `2024-02-29T13:05:00+01:00`
std::string iso_date(const git_time& time) {
  const std::time_t local = time.time + std::time_t{60} * time.offset;
  std::tm parts{};
  gmtime_r(&local, &parts);
  char text[32] = {};
  const std::size_t size =
      std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
  const int minutes = std::abs(time.offset);
  char zone[8] = {};
  std::snprintf(zone, sizeof(zone), "%c%02d:%02d", time.offset < 0 ? '-' : '+',
                minutes / 60 % 100, minutes % 60);
  return std::string(text, size) + zone;
}

TreeFile::Kind kind(unsigned mode) {
  if (mode == GIT_FILEMODE_LINK) return TreeFile::Kind::kLink;
  return mode == GIT_FILEMODE_BLOB_EXECUTABLE ? TreeFile::Kind::kExecutable
                                              : TreeFile::Kind::kRegular;
}

/// The part of a revision that names something: `main` of `main~2^{tree}`.
std::size_t base_length(const std::string& name) {
  return std::min(name.find_first_of("~^:"),
                  std::min(name.find("@{"), name.size()));
}

/// libgit2 knows `@` for HEAD alone, not in `@~1`.
std::string known_to_libgit2(const std::string& name) {
  const bool is_head = name.starts_with("@~") || name.starts_with("@^");
  return is_head ? "HEAD" + name.substr(1) : name;
}

bool looks_like_hash(const std::string& name) {
  return name.size() >= 4 && name.size() <= 40 &&
         name.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

RepositoryHandle opened(const fs::path& folder) {
  git_repository* handle = nullptr;
  const int error =
      git_repository_open_ext(&handle, folder.c_str(), 0, nullptr);
  if (error == 0) return RepositoryHandle(handle);
  if (error == GIT_EOWNER ||
      last_message().find("safe.directory") != std::string::npos) {
    git_buf found = GIT_BUF_INIT;
    std::string path = folder.string();
    if (git_repository_discover(&found, folder.c_str(), 0, nullptr) == 0) {
      path = found.ptr;
      git_buf_dispose(&found);
      while (path.ends_with('/')) path.pop_back();
      if (path.ends_with("/.git")) path.resize(path.size() - 5);
    }
    throw RepositoryError(
        "the Git repository " + path +
        " belongs to another user, and libgit2 does not read it unless that "
        "is allowed: git config --global --add safe.directory '" +
        path + "' (this very path; * is not enough)");
  }
  if (error == GIT_ENOTFOUND) {
    throw RepositoryError(
        "there is no Git repository at " + folder.string() +
        " or above; name the one with the revisions by --repository PATH or as "
        "\"repository\" in \"revisions\" of spl.json");
  }
  throw RepositoryError("cannot open the Git repository at " + folder.string() +
                        ": " + last_message());
}

class GitRepository : public Repository {
 public:
  explicit GitRepository(const fs::path& folder) : handle_(opened(folder)) {}

  [[nodiscard]] fs::path folder() const override {
    const char* folder = git_repository_workdir(handle_.get());
    return folder == nullptr ? fs::path() : fs::path(folder);
  }

  [[nodiscard]] bool is_shallow() const override {
    return git_repository_is_shallow(handle_.get()) == 1;
  }

  Revision resolve(const std::string& name) override {
    git_object* found = nullptr;
    const int error = git_revparse_single(&found, handle_.get(),
                                          known_to_libgit2(name).c_str());
    if (error < 0) refuse(name, error);
    const ObjectHandle object(found);
    git_object* commit = nullptr;
    if (git_object_peel(&commit, object.get(), GIT_OBJECT_COMMIT) != 0) {
      throw RevisionError(quoted(name) + " is a " +
                          git_object_type2string(git_object_type(found)) +
                          ", not a commit; name a revision that has been "
                          "committed");
    }
    const CommitHandle owned(reinterpret_cast<git_commit*>(commit));
    return described(name, owned.get());
  }

  Revision working_tree_revision() override {
    if (git_repository_is_bare(handle_.get()) != 0) {
      throw RepositoryError(
          std::string("the Git repository ") +
          git_repository_path(handle_.get()) +
          " is bare and has no working tree; name the revision under test with "
          "--rev REV");
    }
    Revision result;
    result.dirty =
        git_repository_head_unborn(handle_.get()) != 0 || differs_from_head();
    return result;
  }

  Revision default_baseline(const Revision& under_test) override {
    const std::string remedy = "; say what @baseline means with --baseline REV";
    if (git_repository_head_unborn(handle_.get()) != 0) {
      throw RevisionError(
          "the repository has no commit yet, and so no "
          "@baseline");
    }
    Revision tip = under_test.is_working_tree() ? resolve("HEAD") : under_test;
    const auto branch = default_branch();
    if (!branch) {
      throw RevisionError(
          "the repository has no default branch to compare with: neither "
          "origin/HEAD nor a branch main or master" +
          remedy);
    }
    const git_oid one = object_id(tip.id);
    const git_oid two = object_id(resolve(*branch).id);
    git_oid base{};
    if (git_merge_base(&base, handle_.get(), &one, &two) != 0) {
      throw RevisionError("what is tested has no commit in common with " +
                          *branch + shallow_remark() + remedy);
    }
    if (hexadecimal(base) != tip.id) return resolve(hexadecimal(base));
    if (under_test.dirty) return tip;
    try {
      return resolve(tip.id + "~1");
    } catch (const RevisionError&) {
      throw RevisionError("there is no commit before " + tip.id.substr(0, 7) +
                          shallow_remark() + remedy);
    }
  }

  Tree tree(const Revision& revision) override {
    Tree result;
    if (revision.is_working_tree()) {
      add_working_tree(handle_.get(), "", "", result);
    } else {
      const git_oid id = object_id(revision.id);
      add_commit(handle_.get(), id, "", "", result);
    }
    std::sort(result.begin(), result.end(),
              [](const TreeFile& left, const TreeFile& right) {
                return left.path < right.path;
              });
    return result;
  }

  std::string content(const TreeFile& file) override {
    if (file.disk) {
      if (file.kind == TreeFile::Kind::kLink) {
        return fs::read_symlink(*file.disk).string();
      }
      std::string bytes = read_file(*file.disk);
      if (hash(bytes) != file.id) {
        throw RepositoryError(file.disk->string() +
                              " changed while it was read; start again");
      }
      return bytes;
    }
    const git_oid id = object_id(file.id);
    git_blob* found = nullptr;
    git_repository* holder = file.submodule.empty()
                                 ? handle_.get()
                                 : submodules_.at(file.submodule).get();
    check(git_blob_lookup(&found, holder, &id),
          "cannot read " + file.path + shallow_remark());
    const BlobHandle blob(found);
    return {static_cast<const char*>(git_blob_rawcontent(found)),
            static_cast<std::size_t>(git_blob_rawsize(found))};
  }

  std::vector<Revision> path(const Revision& good,
                             const Revision& bad) override {
    const git_oid first = object_id(good.id);
    const git_oid last = object_id(bad.id);
    if (git_oid_equal(&first, &last) == 0 &&
        git_graph_descendant_of(handle_.get(), &last, &first) != 1) {
      throw RevisionError(good.name + " is no ancestor of " +
                          (bad.name.empty() ? "HEAD" : bad.name) +
                          shallow_remark() +
                          "; the good revision comes before the bad one");
    }
    std::vector<Revision> result;
    CommitHandle at = commit(last);
    while (git_oid_equal(git_commit_id(at.get()), &first) == 0) {
      result.push_back(described("", at.get()));
      result.back().name = result.back().id.substr(0, 10);
      at = parent_towards(at.get(), first);
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  // --- Names ----------------------------------------------------------------

  [[noreturn]] void refuse(const std::string& name, int error) {
    if (git_repository_head_unborn(handle_.get()) != 0) {
      throw RevisionError("there is no revision " + quoted(name) +
                          ": the repository has no commit yet");
    }
    if (error == GIT_EAMBIGUOUS) {
      throw RevisionError(quoted(name) +
                          " is the beginning of several hashes; write more of "
                          "the one that is meant");
    }
    if (error == GIT_EINVALIDSPEC) {
      throw RevisionError(quoted(name) +
                          " is no name of a revision as Git writes them");
    }
    throw RevisionError("there is no revision " + quoted(name) +
                        suggestion(name) + shallow_remark());
  }

  std::string suggestion(const std::string& name) {
    const std::size_t length = base_length(name);
    const std::string base = name.substr(0, length);
    git_object* found = nullptr;
    if (length < name.size() &&
        git_revparse_single(&found, handle_.get(), base.c_str()) == 0) {
      git_object_free(found);
      return ", though there is " + quoted(base);
    }
    if (looks_like_hash(base)) return "";
    const auto near = logic::nearest_name(base, short_names());
    if (!near) return "";
    return "; did you mean " + quoted(*near + name.substr(length)) + "?";
  }

  std::vector<std::string> short_names() {
    std::vector<std::string> result{"HEAD"};
    git_strarray all{};
    if (git_reference_list(&all, handle_.get()) != 0) return result;
    for (std::size_t i = 0; i < all.count; ++i) {
      const std::string name = all.strings[i];
      for (const std::string prefix :
           {"refs/heads/", "refs/tags/", "refs/remotes/"}) {
        if (name.starts_with(prefix)) {
          result.push_back(name.substr(prefix.size()));
        }
      }
    }
    git_strarray_dispose(&all);
    return result;
  }

  std::string shallow_remark() {
    return is_shallow()
               ? " (this clone is shallow and lacks old commits; git fetch "
                 "--unshallow gets them)"
               : "";
  }

  std::optional<std::string> default_branch() {
    git_reference* found = nullptr;
    if (git_reference_lookup(&found, handle_.get(),
                             "refs/remotes/origin/HEAD") == 0) {
      const ReferenceHandle reference(found);
      if (const char* target = git_reference_symbolic_target(found)) {
        return target;
      }
    }
    std::vector<std::string> names = configured_branch();
    names.insert(names.end(), {"main", "master"});
    for (const std::string& name : names) {
      const std::string full = "refs/heads/" + name;
      if (git_reference_lookup(&found, handle_.get(), full.c_str()) == 0) {
        const ReferenceHandle reference(found);
        return full;
      }
    }
    return std::nullopt;
  }

  std::vector<std::string> configured_branch() {
    git_config* found = nullptr;
    if (git_repository_config_snapshot(&found, handle_.get()) != 0) return {};
    const ConfigHandle config(found);
    const char* name = nullptr;
    if (git_config_get_string(&name, found, "init.defaultbranch") != 0) {
      return {};
    }
    return {name};
  }

  static Revision described(const std::string& name, git_commit* commit) {
    Revision result;
    result.name = name;
    result.id = hexadecimal(*git_commit_id(commit));
    if (const char* summary = git_commit_summary(commit)) {
      result.subject = summary;
    }
    if (const char* message = git_commit_message(commit)) {
      result.message = message;
      while (result.message.ends_with('\n')) result.message.pop_back();
    }
    result.author_date = iso_date(git_commit_author(commit)->when);
    result.parents = git_commit_parentcount(commit);
    return result;
  }

  // --- Commits ---------------------------------------------------------------

  CommitHandle commit(const git_oid& id) {
    git_commit* found = nullptr;
    check(git_commit_lookup(&found, handle_.get(), &id),
          "cannot read commit " + hexadecimal(id) + shallow_remark());
    return CommitHandle(found);
  }

  /// The first parent that is `ancestor` or descends from it.
  CommitHandle parent_towards(git_commit* child, const git_oid& ancestor) {
    for (unsigned i = 0; i < git_commit_parentcount(child); ++i) {
      const git_oid* parent = git_commit_parent_id(child, i);
      if (git_oid_equal(parent, &ancestor) != 0 ||
          git_graph_descendant_of(handle_.get(), parent, &ancestor) == 1) {
        return commit(*parent);
      }
    }
    throw RevisionError("no way leads from " +
                        hexadecimal(*git_commit_id(child)) + " to " +
                        hexadecimal(ancestor) + shallow_remark());
  }

  // --- Trees -----------------------------------------------------------------

  void add_commit(git_repository* repository, const git_oid& id,
                  const std::string& prefix, const std::string& submodule,
                  Tree& result) {
    git_commit* found = nullptr;
    check(git_commit_lookup(&found, repository, &id),
          "cannot read commit " + hexadecimal(id));
    const CommitHandle commit(found);
    git_tree* root = nullptr;
    check(git_commit_tree(&root, found),
          "cannot read the tree of " + hexadecimal(id));
    const TreeHandle tree(root);
    add_tree(repository, root, prefix, submodule, result);
  }

  void add_tree(git_repository* repository, const git_tree* tree,
                const std::string& prefix, const std::string& submodule,
                Tree& result) {
    for (std::size_t i = 0; i < git_tree_entrycount(tree); ++i) {
      const git_tree_entry* entry = git_tree_entry_byindex(tree, i);
      const std::string path = prefix + git_tree_entry_name(entry);
      const git_oid* id = git_tree_entry_id(entry);
      switch (git_tree_entry_type(entry)) {
        case GIT_OBJECT_BLOB:
          result.push_back({path, kind(git_tree_entry_filemode(entry)),
                            hexadecimal(*id), std::nullopt, submodule});
          break;
        case GIT_OBJECT_TREE: {
          git_tree* found = nullptr;
          check(git_tree_lookup(&found, repository, id),
                "cannot read the folder " + path);
          const TreeHandle below(found);
          add_tree(repository, found, path + '/', submodule, result);
          break;
        }
        default:
          add_submodule(path, *id, result);
      }
    }
  }

  void add_submodule(const std::string& path, const git_oid& id, Tree& result) {
    git_repository* repository = submodule(path);
    git_commit* found = nullptr;
    if (repository == nullptr ||
        git_commit_lookup(&found, repository, &id) != 0) {
      throw RepositoryError("the submodule " + path + " is not here at " +
                            hexadecimal(id).substr(0, 10) +
                            "; get it with: git submodule update --init " +
                            (repository == nullptr ? "" : "--force ") + path);
    }
    git_commit_free(found);
    add_commit(repository, id, path + '/', path, result);
  }

  /// The repository of a submodule that is checked out, or was once; or null.
  git_repository* submodule(const std::string& path) {
    if (const auto known = submodules_.find(path); known != submodules_.end()) {
      return known->second.get();
    }
    std::vector<fs::path> places;
    if (!folder().empty()) places.push_back(folder() / path);
    const fs::path modules =
        fs::path(git_repository_commondir(handle_.get())) / "modules";
    places.push_back(modules / path);
    if (const auto name = submodule_name(path)) {
      places.push_back(modules / *name);
    }
    for (const fs::path& place : places) {
      git_repository* found = nullptr;
      if (git_repository_open_ext(&found, place.c_str(),
                                  GIT_REPOSITORY_OPEN_NO_SEARCH,
                                  nullptr) == 0) {
        return submodules_.emplace(path, RepositoryHandle(found))
            .first->second.get();
      }
    }
    return nullptr;
  }

  std::optional<std::string> submodule_name(const std::string& path) {
    git_submodule* found = nullptr;
    if (git_submodule_lookup(&found, handle_.get(), path.c_str()) != 0) {
      return std::nullopt;
    }
    std::string name = git_submodule_name(found);
    git_submodule_free(found);
    return name;
  }

  // --- The working tree ------------------------------------------------------

  /// As Git means it: files that are not tracked do not count.
  bool differs_from_head() {
    git_object* head = nullptr;
    check(git_revparse_single(&head, handle_.get(), "HEAD^{tree}"),
          "cannot read HEAD");
    const ObjectHandle owned(head);
    git_index* index = nullptr;
    check(git_repository_index(&index, handle_.get()), "cannot read the index");
    const IndexHandle owned_index(index);
    git_diff* diff = nullptr;
    check(git_diff_tree_to_index(&diff, handle_.get(),
                                 reinterpret_cast<git_tree*>(head), index,
                                 nullptr),
          "cannot compare the index with HEAD");
    const DiffHandle staged(diff);
    if (git_diff_num_deltas(diff) != 0) return true;
    const git_diff* unstaged = changes(handle_.get(), index);
    for (std::size_t i = 0; i < git_diff_num_deltas(unstaged); ++i) {
      if (git_diff_get_delta(unstaged, i)->status != GIT_DELTA_UNTRACKED) {
        return true;
      }
    }
    return false;
  }

  /// From the index to the disk; looked up once, for that is what takes time.
  const git_diff* changes(git_repository* repository, git_index* index) {
    DiffHandle& known = changes_[repository];
    if (known != nullptr) return known.get();
    git_diff* diff = nullptr;
    git_diff_options options{};
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.flags = GIT_DIFF_INCLUDE_UNTRACKED |
                    GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                    GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_IGNORE_SUBMODULES;
    check(git_diff_index_to_workdir(&diff, repository, index, &options),
          "cannot compare the working tree with the index");
    known.reset(diff);
    return diff;
  }

  /// What Git tracks and what it would not ignore, as it is on the disk.
  void add_working_tree(git_repository* repository, const std::string& prefix,
                        const std::string& name, Tree& result) {
    const fs::path root = git_repository_workdir(repository);
    git_index* found = nullptr;
    check(git_repository_index(&found, repository), "cannot read the index");
    const IndexHandle index(found);
    const git_diff* diff = changes(repository, found);
    std::map<std::string, bool> changed;  // Whether it is there.
    for (std::size_t i = 0; i < git_diff_num_deltas(diff); ++i) {
      const git_diff_delta* delta = git_diff_get_delta(diff, i);
      changed[delta->old_file.path] = delta->status != GIT_DELTA_DELETED;
    }
    std::set<std::string> done;
    for (std::size_t i = 0; i < git_index_entrycount(found); ++i) {
      const git_index_entry* entry = git_index_get_byindex(found, i);
      if (!done.insert(entry->path).second) continue;
      if (entry->mode == GIT_FILEMODE_COMMIT) {
        add_checked_out_submodule(prefix + entry->path, result);
      } else if (git_index_entry_is_conflict(entry) != 0) {
        add_disk_file(root, entry->path, prefix, result);
      } else if (!changed.contains(entry->path)) {
        result.push_back({prefix + entry->path, kind(entry->mode),
                          hexadecimal(entry->id), std::nullopt, name});
      }
    }
    for (const auto& [path, there] : changed) {
      if (there) add_disk_file(root, path, prefix, result);
    }
  }

  void add_checked_out_submodule(const std::string& path, Tree& result) {
    git_repository* repository = submodule(path);
    // One that is not checked out is an empty folder for the user's build, too.
    if (repository == nullptr ||
        git_repository_workdir(repository) == nullptr) {
      return;
    }
    add_working_tree(repository, path + '/', path, result);
  }

  static void add_disk_file(const fs::path& root, const std::string& path,
                            const std::string& prefix, Tree& result) {
    const fs::path file = root / path;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(file, error);
    const std::string name = prefix + path;
    if (fs::is_symlink(status)) {
      result.push_back({name, TreeFile::Kind::kLink,
                        hash(fs::read_symlink(file).string()), file, ""});
    } else if (fs::is_regular_file(status)) {
      const bool executable =
          (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
      result.push_back(
          {name,
           executable ? TreeFile::Kind::kExecutable : TreeFile::Kind::kRegular,
           file_id(file), file, ""});
    }
  }

  Library library_;
  RepositoryHandle handle_;
  std::map<std::string, RepositoryHandle> submodules_;  ///< By path.
  std::map<git_repository*, DiffHandle> changes_;
};

}  // namespace

std::string to_text(const Revision& revision) {
  if (revision.is_working_tree()) {
    return revision.dirty ? "the dirty working tree" : "the working tree";
  }
  return revision.id.substr(0, 10) + " (" + revision.subject + ')';
}

std::string tree_id(const Tree& tree) {
  std::string text;
  for (const TreeFile& file : tree) {
    text += static_cast<char>('0' + static_cast<int>(file.kind));
    text += ' ' + file.id + ' ' + file.path + '\0';
  }
  return content_id(text);
}

std::string content_id(std::string_view bytes) {
  static const Library library;
  return hash(bytes);
}

std::string file_id(const fs::path& path) {
  static const Library library;
  git_oid id{};
  check(git_odb_hashfile(&id, path.c_str(), GIT_OBJECT_BLOB),
        "cannot read " + path.string());
  return hexadecimal(id);
}

std::unique_ptr<Repository> open_repository(const fs::path& folder) {
  const Library library;
  return std::make_unique<GitRepository>(folder);
}

}  // namespace spl::runner
