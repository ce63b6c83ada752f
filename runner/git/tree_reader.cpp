#include "runner/git/tree_reader.hpp"

#include <filesystem>
#include <set>
#include <vector>

#include "runner/files.hpp"
#include "runner/git/names.hpp"

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

TreeFile::Kind kind(unsigned mode) {
  if (mode == GIT_FILEMODE_LINK) return TreeFile::Kind::kLink;
  return mode == GIT_FILEMODE_BLOB_EXECUTABLE ? TreeFile::Kind::kExecutable
                                              : TreeFile::Kind::kRegular;
}

std::optional<std::string> submodule_name(git_repository* repository,
                                          const std::string& path) {
  git_submodule* found = nullptr;
  if (git_submodule_lookup(&found, repository, path.c_str()) != 0) {
    return std::nullopt;
  }
  std::string name = git_submodule_name(found);
  git_submodule_free(found);
  return name;
}

void add_disk_file(const fs::path& root, const std::string& path,
                   const std::string& prefix, Tree& result) {
  const fs::path file = root / path;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  const std::string name = prefix + path;
  if (fs::is_symlink(status)) {
    result.push_back({name, TreeFile::Kind::kLink,
                      content_id(fs::read_symlink(file).string()), file, ""});
  } else if (fs::is_regular_file(status)) {
    const bool executable =
        (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
    result.push_back(
        {name,
         executable ? TreeFile::Kind::kExecutable : TreeFile::Kind::kRegular,
         file_id(file), file, ""});
  }
}

}  // namespace

Tree TreeReader::commit(const git_oid& id) {
  Tree result;
  add_commit(repository_, id, "", "", result);
  return result;
}

Tree TreeReader::working_tree() {
  Tree result;
  add_working_tree(repository_, "", "", result);
  return result;
}

std::string TreeReader::content(const TreeFile& file) const {
  if (file.disk) {
    if (file.kind == TreeFile::Kind::kLink) {
      return fs::read_symlink(*file.disk).string();
    }
    std::string bytes = read_file(*file.disk);
    if (content_id(bytes) != file.id) {
      throw RepositoryError(file.disk->string() +
                            " changed while it was read; start again");
    }
    return bytes;
  }
  const git_oid id = object_id(file.id);
  git_blob* found = nullptr;
  git_repository* holder = file.submodule.empty()
                               ? repository_
                               : submodules_.at(file.submodule).get();
  check(git_blob_lookup(&found, holder, &id),
        "cannot read " + file.path + shallow_remark(repository_));
  const BlobHandle blob(found);
  return {static_cast<const char*>(git_blob_rawcontent(found)),
          static_cast<std::size_t>(git_blob_rawsize(found))};
}

// --- Commits ---------------------------------------------------------------

void TreeReader::add_commit(git_repository* repository, const git_oid& id,
                            const std::string& prefix,
                            const std::string& submodule, Tree& result) {
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

void TreeReader::add_tree(git_repository* repository, const git_tree* tree,
                          const std::string& prefix,
                          const std::string& submodule, Tree& result) {
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

void TreeReader::add_submodule(const std::string& path, const git_oid& id,
                               Tree& result) {
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

git_repository* TreeReader::submodule(const std::string& path) {
  if (const auto known = submodules_.find(path); known != submodules_.end()) {
    return known->second.get();
  }
  std::vector<fs::path> places;
  if (const char* folder = git_repository_workdir(repository_)) {
    places.push_back(fs::path(folder) / path);
  }
  const fs::path modules =
      fs::path(git_repository_commondir(repository_)) / "modules";
  places.push_back(modules / path);
  if (const auto name = submodule_name(repository_, path)) {
    places.push_back(modules / *name);
  }
  for (const fs::path& place : places) {
    git_repository* found = nullptr;
    if (git_repository_open_ext(&found, place.c_str(),
                                GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) == 0) {
      return submodules_.emplace(path, RepositoryHandle(found))
          .first->second.get();
    }
  }
  return nullptr;
}

// --- The working tree ------------------------------------------------------

bool TreeReader::differs_from_head() {
  git_object* head = nullptr;
  check(git_revparse_single(&head, repository_, "HEAD^{tree}"),
        "cannot read HEAD");
  const ObjectHandle owned(head);
  git_index* index = nullptr;
  check(git_repository_index(&index, repository_), "cannot read the index");
  const IndexHandle owned_index(index);
  git_diff* diff = nullptr;
  check(
      git_diff_tree_to_index(&diff, repository_,
                             reinterpret_cast<git_tree*>(head), index, nullptr),
      "cannot compare the index with HEAD");
  const DiffHandle staged(diff);
  if (git_diff_num_deltas(diff) != 0) return true;
  const git_diff* unstaged = changes(repository_, index);
  for (std::size_t i = 0; i < git_diff_num_deltas(unstaged); ++i) {
    if (git_diff_get_delta(unstaged, i)->status != GIT_DELTA_UNTRACKED) {
      return true;
    }
  }
  return false;
}

const git_diff* TreeReader::changes(git_repository* repository,
                                    git_index* index) {
  DiffHandle& known = changes_[repository];
  if (known != nullptr) return known.get();
  git_diff* diff = nullptr;
  git_diff_options options{};
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                  GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_IGNORE_SUBMODULES;
  check(git_diff_index_to_workdir(&diff, repository, index, &options),
        "cannot compare the working tree with the index");
  known.reset(diff);
  return diff;
}

void TreeReader::add_working_tree(git_repository* repository,
                                  const std::string& prefix,
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

void TreeReader::add_checked_out_submodule(const std::string& path,
                                           Tree& result) {
  git_repository* repository = submodule(path);
  // One that is not checked out is an empty folder for the user's build, too.
  if (repository == nullptr || git_repository_workdir(repository) == nullptr) {
    return;
  }
  add_working_tree(repository, path + '/', path, result);
}

}  // namespace spl::runner::git
