#include "runner/git/tree_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "runner/git/built_files.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/names.hpp"
#include "runner/git/own_files.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "runner/system/text_file.hpp"

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

/// The place of a file with a name below `prefix`, and its repository.
struct DiskPlace {
  fs::path root;
  std::string prefix;
  std::string submodule;
};

void add_disk_file(const DiskPlace& place, const std::string& path,
                   Tree& result) {
  const auto& [root, prefix, submodule] = place;
  const fs::path file = root / path;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  const std::string name = prefix + path;
  if (fs::is_symlink(status)) {
    result.push_back({name, TreeFile::Kind::kLink,
                      content_id(fs::read_symlink(file).string()), file,
                      submodule});
  } else if (fs::is_regular_file(status)) {
    const bool executable =
        (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
    result.push_back(
        {name,
         executable ? TreeFile::Kind::kExecutable : TreeFile::Kind::kRegular,
         file_id(file), file, submodule});
  }
}

BlobHandle blob_of(git_repository* repository, const std::string& id,
                   const std::string& path) {
  const git_oid name = object_id(id);
  git_blob* found = nullptr;
  if (git_blob_lookup(&found, repository, &name) != 0) {
    // It takes longer than the blob, and would hide why there is none.
    const std::string remark = lacking_remark(repository);
    check(git_blob_lookup(&found, repository, &name),
          "cannot read " + path + remark);
  }
  return BlobHandle(found);
}

std::string bytes_of(git_blob* blob) {
  return {static_cast<const char*>(git_blob_rawcontent(blob)),
          static_cast<std::size_t>(git_blob_rawsize(blob))};
}

/// Returns the file in which Git LFS keeps the content that a pointer names;
/// nothing if the text is no pointer. A name of anything but a hash could lead
/// to any file.
std::optional<fs::path> large_file(git_repository* repository,
                                   const std::string& pointer) {
  constexpr std::string_view kBeginning = "version https://git-lfs.github.com/";
  constexpr std::string_view kHash = "\noid sha256:";
  constexpr std::size_t kLength = 64;
  const std::size_t at = pointer.find(kHash);
  if (!pointer.starts_with(kBeginning) || at == std::string::npos) {
    return std::nullopt;
  }
  const std::size_t begin = at + kHash.size();
  const std::string hash = pointer.substr(begin, kLength);
  const bool is_hash =
      hash.size() == kLength &&
      hash.find_first_not_of("0123456789abcdef") == std::string::npos &&
      pointer.substr(begin + kLength, 1) == "\n";
  if (!is_hash) return std::nullopt;
  return fs::path(git_repository_commondir(repository)) / "lfs/objects" /
         hash.substr(0, 2) / hash.substr(2, 2) / hash;
}

/// Throws RepositoryError for too many files and folders: a few shared objects
/// can name folders without number.
void check_size(const std::string& folder, std::size_t files_and_folders) {
  constexpr std::size_t kMost = 1'000'000;
  if (std::ranges::count(folder, '/') > kMostNested) {
    throw RepositoryError("its folders nest more than 200 deep");
  }
  if (files_and_folders > kMost) {
    throw RepositoryError("it has more than 1 000 000 files and folders");
  }
}

}  // namespace

/// The check-out of the files of one repository.
struct TreeReader::Checkout {
  git_repository* repository;
  std::shared_ptr<const CheckoutRules> rules;
  std::string prefix;  ///< The folder of its files in the tree.
};

namespace {

bool is_attributes_file(const TreeFile& file) {
  return fs::path(file.path).filename() == ".gitattributes";
}

}  // namespace

Tree TreeReader::commit(const git_oid& id) {
  Tree result;
  folders_ = 0;
  add_commit(repository_, id, "", "", result);
  return result;
}

Tree TreeReader::working_tree() {
  Tree result;
  add_working_tree(repository_, "", "", result);
  return result;
}

std::string TreeReader::content(const TreeFile& file) const {
  if (file.kind == TreeFile::Kind::kLink && file.disk) {
    return fs::read_symlink(*file.disk).string();
  }
  const auto converted = converted_.find(file.id);
  if (!file.disk && converted == converted_.end()) {
    git_repository* holder = file.submodule.empty()
                                 ? repository_
                                 : submodules_.at(file.submodule).get();
    return bytes_of(blob_of(holder, file.id, file.path).get());
  }
  std::string bytes = converted != converted_.end() ? converted->second()
                                                    : read_file(*file.disk);
  if (content_id(bytes) != file.id) {
    throw RepositoryError((file.disk ? file.disk->string() : file.path) +
                          " changed while it was read; start again");
  }
  return bytes;
}

// --- As Git checks out -----------------------------------------------------

void TreeReader::as_checked_out(git_repository* repository,
                                const std::optional<git_oid>& commit,
                                const std::string& prefix, std::size_t first,
                                Tree& result) {
  const std::string submodule =
      prefix.empty() ? "" : prefix.substr(0, prefix.size() - 1);
  const auto is_own = [&](const TreeFile& file) {
    return file.submodule == submodule;
  };
  const auto begin = result.begin() + static_cast<std::ptrdiff_t>(first);
  bool has_attributes = false;
  for (auto file = begin; file != result.end(); ++file) {
    if (!is_own(*file) || !is_attributes_file(*file)) continue;
    has_attributes = true;
    const bool is_link = file->kind == TreeFile::Kind::kLink;
    if (!is_link) require_plain_patterns(content(*file), file->path);
  }
  const auto rules = std::make_shared<const CheckoutRules>(repository, commit);
  if (!has_attributes && !rules->are_configured()) return;
  const Checkout checkout{repository, rules, prefix};
  for (auto file = begin; file != result.end(); ++file) {
    if (is_own(*file) && file->kind != TreeFile::Kind::kLink) {
      convert(checkout, *file);
    }
  }
}

void TreeReader::convert(const Checkout& checkout, TreeFile& file) {
  const std::string path = file.path.substr(checkout.prefix.size());
  const CheckoutRules::Rule rule = checkout.rules->rule(path);
  if (rule.left_out == "filter=lfs" && !file.disk) {
    const auto place = large_file(
        checkout.repository,
        bytes_of(blob_of(checkout.repository, file.id, file.path).get()));
    std::error_code error;
    if (!place) return;
    if (fs::is_regular_file(*place, error) && outside_link(*place).empty()) {
      file.disk = *place;
      file.id = file_id(*place);
    } else {
      file.left_out = rule.left_out;
    }
    return;
  }
  if (rule.left_out != "filter=lfs") file.left_out = rule.left_out;
  if (!(file.disk ? rule.is_normalised : rule.converts)) return;
  std::function<std::string()> content;
  if (file.disk) {
    content = [rules = checkout.rules, path, disk = *file.disk] {
      return rules->checked_out(path, read_file(disk));
    };
  } else {
    content = [checkout, path, id = file.id, name = file.path] {
      return checkout.rules->checked_out(
          path, blob_of(checkout.repository, id, name).get());
    };
  }
  const std::string id = content_id(content());
  if (id == file.id) return;
  file.id = id;
  converted_[id] = std::move(content);
}

// --- Commits ---------------------------------------------------------------

void TreeReader::add_commit(git_repository* repository, const git_oid& id,
                            const std::string& prefix,
                            const std::string& submodule, Tree& result) {
  git_commit* found = nullptr;
  check(git_commit_lookup(&found, repository, &id),
        "cannot read commit " + hexadecimal(id) + lacking_remark(repository));
  const CommitHandle commit(found);
  git_tree* root = nullptr;
  check(git_commit_tree(&root, found), "cannot read the tree of " +
                                           hexadecimal(id) +
                                           lacking_remark(repository));
  const TreeHandle tree(root);
  const std::size_t first = result.size();
  add_tree(repository, root, prefix, submodule, result);
  as_checked_out(repository, id, prefix, first, result);
}

void TreeReader::add_tree(git_repository* repository, const git_tree* tree,
                          const std::string& prefix,
                          const std::string& submodule, Tree& result) {
  check_size(prefix, ++folders_ + result.size());
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
        if (git_tree_lookup(&found, repository, id) != 0) {
          std::string what = "cannot read the folder ";
          what.append(path).append(lacking_remark(repository));
          check(git_tree_lookup(&found, repository, id), what);
        }
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
  if (empty_submodules().contains(path)) return;
  git_repository* repository = submodule(path);
  git_commit* found = nullptr;
  if (repository == nullptr ||
      git_commit_lookup(&found, repository, &id) != 0) {
    throw RepositoryError("the submodule " + path + " is not here at " +
                          hexadecimal(id).substr(0, 10) +
                          "; get it with: git submodule update --init " +
                          (repository == nullptr ? "" : "--force ") +
                          to_text(std::vector<std::string>{path}));
  }
  git_commit_free(found);
  add_commit(repository, id, path + '/', path, result);
}

git_repository* TreeReader::submodule(const std::string& path) {
  if (const auto known = submodules_.find(path); known != submodules_.end()) {
    return known->second.get();
  }
  std::vector<fs::path> places;
  std::error_code error;
  std::vector<fs::path> own{
      fs::canonical(git_repository_commondir(repository_), error)};
  if (const char* folder = git_repository_workdir(repository_)) {
    places.push_back(fs::path(folder) / path);
    own.push_back(fs::canonical(folder, error));
  }
  const fs::path modules = own.front() / "modules";
  places.push_back(modules / path);
  if (const auto name = submodule_name(repository_, path)) {
    places.push_back(modules / *name);
  }
  for (const fs::path& place : places) {
    if (!fs::exists(place / ".git", error) &&
        !fs::exists(place / "HEAD", error)) {
      continue;
    }
    // A link, or a file .git, may lead into a repository elsewhere.
    const fs::path files = require_readable_repository(place);
    const auto has = [&](const fs::path& found) {
      return std::ranges::any_of(own, [&](const fs::path& one) {
        return is_within(fs::canonical(found, error), one);
      });
    };
    if (files.empty() || !has(place) || !has(files)) continue;
    git_repository* found = nullptr;
    if (git_repository_open_ext(&found, place.c_str(),
                                GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) == 0) {
      return submodules_.emplace(path, RepositoryHandle(found))
          .first->second.get();
    }
  }
  return nullptr;
}

std::vector<std::string> TreeReader::ignored_files() const {
  std::vector<std::string> result;
  git_status_options options{};
  git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
  options.show = GIT_STATUS_SHOW_WORKDIR_ONLY;
  options.flags =
      GIT_STATUS_OPT_INCLUDE_IGNORED | GIT_STATUS_OPT_RECURSE_IGNORED_DIRS;
  git_status_list* found = nullptr;
  if (git_status_list_new(&found, repository_, &options) != 0) return result;
  const Owned<git_status_list, git_status_list_free> list(found);
  for (std::size_t i = 0; i < git_status_list_entrycount(found); ++i) {
    const git_status_entry* entry = git_status_byindex(found, i);
    if (entry->status == GIT_STATUS_IGNORED) {
      result.emplace_back(entry->index_to_workdir->new_file.path);
    }
  }
  return result;
}

const std::set<std::string>& TreeReader::empty_submodules() {
  if (empty_submodules_) return *empty_submodules_;
  empty_submodules_.emplace();
  const char* folder = git_repository_workdir(repository_);
  git_index* index = nullptr;
  if (folder == nullptr || git_repository_index(&index, repository_) != 0) {
    return *empty_submodules_;
  }
  const IndexHandle owned(index);
  for (std::size_t i = 0; i < git_index_entrycount(index); ++i) {
    const git_index_entry* entry = git_index_get_byindex(index, i);
    if (entry->mode != GIT_FILEMODE_COMMIT) continue;
    std::error_code error;
    if (fs::exists(fs::path(folder) / entry->path / ".git", error)) continue;
    empty_submodules_->insert(entry->path);
  }
  return *empty_submodules_;
}

// --- The working tree ------------------------------------------------------

bool TreeReader::differs_from_head() {
  return differs_from_head(repository_, "");
}

bool TreeReader::differs_from_head(git_repository* repository,
                                   const std::string& prefix) {
  git_object* head = nullptr;
  check(git_revparse_single(&head, repository, "HEAD^{tree}"),
        "cannot read HEAD" + lacking_remark(repository));
  const ObjectHandle owned(head);
  git_index* index = nullptr;
  check(git_repository_index(&index, repository), "cannot read the index");
  const IndexHandle owned_index(index);
  git_diff* diff = nullptr;
  check(
      git_diff_tree_to_index(&diff, repository,
                             reinterpret_cast<git_tree*>(head), index, nullptr),
      "cannot compare the index with HEAD");
  const DiffHandle staged(diff);
  if (git_diff_num_deltas(diff) != 0) return true;
  for (const git_diff_delta* delta : changes(repository, index)) {
    if (delta->status != GIT_DELTA_UNTRACKED) return true;
  }
  return differs_in_submodule(index, prefix);
}

bool TreeReader::differs_in_submodule(git_index* index,
                                      const std::string& prefix) {
  for (std::size_t i = 0; i < git_index_entrycount(index); ++i) {
    const git_index_entry* entry = git_index_get_byindex(index, i);
    if (entry->mode != GIT_FILEMODE_COMMIT) continue;
    const std::string path = prefix + entry->path;
    git_repository* inner = checked_out_submodule(path);
    if (inner == nullptr) continue;
    git_oid id{};
    if (git_reference_name_to_id(&id, inner, "HEAD") != 0) continue;
    if (git_oid_equal(&id, &entry->id) == 0) return true;
    if (differs_from_head(inner, path + '/')) return true;
  }
  return false;
}

const git_diff* TreeReader::differences(git_repository* repository,
                                        git_index* index) {
  DiffHandle& known = differences_[repository];
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

std::vector<const git_diff_delta*> TreeReader::changes(
    git_repository* repository, git_index* index) {
  const git_diff* diff = differences(repository, index);
  std::vector<const git_diff_delta*> result;
  for (std::size_t i = 0; i < git_diff_num_deltas(diff); ++i) {
    const git_diff_delta* delta = git_diff_get_delta(diff, i);
    const git_index_entry* entry =
        git_index_get_bypath(index, delta->old_file.path, 0);
    const bool is_sparse =
        delta->status == GIT_DELTA_DELETED && entry != nullptr &&
        (entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0;
    if (!is_sparse) result.push_back(delta);
  }
  return result;
}

void TreeReader::add_working_tree(git_repository* repository,
                                  const std::string& prefix,
                                  const std::string& name, Tree& result) {
  const DiskPlace place{git_repository_workdir(repository), prefix, name};
  const std::size_t first = result.size();
  git_index* found = nullptr;
  check(git_repository_index(&found, repository), "cannot read the index");
  const IndexHandle index(found);
  std::map<std::string, bool> changed;  // Whether it is there.
  std::vector<std::string> untracked;
  for (const git_diff_delta* delta : changes(repository, found)) {
    changed[delta->old_file.path] = delta->status != GIT_DELTA_DELETED;
    if (delta->status != GIT_DELTA_UNTRACKED) continue;
    untracked.emplace_back(delta->old_file.path);
  }
  for (const std::string& path : built_files(untracked)) changed.erase(path);
  std::set<std::string> done;
  for (std::size_t i = 0; i < git_index_entrycount(found); ++i) {
    const git_index_entry* entry = git_index_get_byindex(found, i);
    if (!done.insert(entry->path).second) continue;
    if (entry->mode == GIT_FILEMODE_COMMIT) {
      add_checked_out_submodule(prefix + entry->path, result);
    } else if (git_index_entry_is_conflict(entry) != 0) {
      add_disk_file(place, entry->path, result);
    } else if (!changed.contains(entry->path)) {
      result.push_back({prefix + entry->path, kind(entry->mode),
                        hexadecimal(entry->id), std::nullopt, name});
    }
  }
  for (const auto& [path, there] : changed) {
    if (there) add_disk_file(place, path, result);
  }
  as_checked_out(repository, std::nullopt, prefix, first, result);
}

git_repository* TreeReader::checked_out_submodule(const std::string& path) {
  git_repository* repository = submodule(path);
  if (repository == nullptr) return nullptr;
  // A submodule that was checked out once has kept its repository.
  const char* folder = git_repository_workdir(repository);
  std::error_code error;
  return folder != nullptr && fs::exists(fs::path(folder) / ".git", error)
             ? repository
             : nullptr;
}

void TreeReader::add_checked_out_submodule(const std::string& path,
                                           Tree& result) {
  git_repository* repository = checked_out_submodule(path);
  // Without a check-out the folder is empty for the user's build, too.
  if (repository == nullptr) return;
  add_working_tree(repository, path + '/', path, result);
}

}  // namespace spl::runner::git
