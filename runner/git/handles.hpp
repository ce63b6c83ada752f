#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include <git2.h>
#include <git2/sys/repository.h>

/// Owners of objects of libgit2, and its errors as exceptions.
namespace spl::runner {

// The functions of libgit2 that this room calls. The library is loaded with
// the first call: it brings some fifteen others, which take longer to load
// than all of spl-run, and most formulas name no revision.

/// Returns where a function of libgit2 is. Throws RepositoryError if the
/// library cannot be loaded or lacks the function.
[[nodiscard]] void* address_in_libgit2(const char* name);

template <typename Function>
class FromLibgit2;

/// A function of libgit2, called as if it were linked. Threads may share it.
template <typename Result, typename... Parameters>
class FromLibgit2<Result(Parameters...)> {
 public:
  explicit constexpr FromLibgit2(const char* name) : name_(name) {}

  Result operator()(Parameters... parameters) const {
    void* address = address_.load(std::memory_order_relaxed);
    if (address == nullptr) {
      address = address_in_libgit2(name_);
      address_.store(address, std::memory_order_relaxed);
    }
    return reinterpret_cast<Result (*)(Parameters...)>(address)(parameters...);
  }

 private:
  const char* name_;
  mutable std::atomic<void*> address_ = nullptr;
};

// These hide the functions that <git2.h> declares, which are not linked. A call
// of one that is not listed here is an error of the linker.
#define SPL_FROM_LIBGIT2(name) \
  inline constinit const FromLibgit2<decltype(::name)> name(#name)
SPL_FROM_LIBGIT2(git_attr_get_many_ext);
SPL_FROM_LIBGIT2(git_attr_value);
SPL_FROM_LIBGIT2(git_blob_free);
SPL_FROM_LIBGIT2(git_blob_lookup);
SPL_FROM_LIBGIT2(git_blob_rawcontent);
SPL_FROM_LIBGIT2(git_blob_rawsize);
SPL_FROM_LIBGIT2(git_branch_upstream_name);
SPL_FROM_LIBGIT2(git_buf_dispose);
SPL_FROM_LIBGIT2(git_commit_author);
SPL_FROM_LIBGIT2(git_commit_free);
SPL_FROM_LIBGIT2(git_commit_id);
SPL_FROM_LIBGIT2(git_commit_lookup);
SPL_FROM_LIBGIT2(git_commit_message);
SPL_FROM_LIBGIT2(git_commit_parent_id);
SPL_FROM_LIBGIT2(git_commit_parentcount);
SPL_FROM_LIBGIT2(git_commit_summary);
SPL_FROM_LIBGIT2(git_commit_tree);
SPL_FROM_LIBGIT2(git_config_find_global);
SPL_FROM_LIBGIT2(git_config_find_system);
SPL_FROM_LIBGIT2(git_config_find_xdg);
SPL_FROM_LIBGIT2(git_config_free);
SPL_FROM_LIBGIT2(git_config_get_multivar_foreach);
SPL_FROM_LIBGIT2(git_config_get_string);
SPL_FROM_LIBGIT2(git_config_iterator_free);
SPL_FROM_LIBGIT2(git_config_iterator_glob_new);
SPL_FROM_LIBGIT2(git_config_next);
SPL_FROM_LIBGIT2(git_config_open_default);
SPL_FROM_LIBGIT2(git_config_parse_bool);
SPL_FROM_LIBGIT2(git_config_parse_path);
SPL_FROM_LIBGIT2(git_diff_buffers);
SPL_FROM_LIBGIT2(git_diff_free);
SPL_FROM_LIBGIT2(git_diff_get_delta);
SPL_FROM_LIBGIT2(git_diff_index_to_workdir);
SPL_FROM_LIBGIT2(git_diff_num_deltas);
SPL_FROM_LIBGIT2(git_diff_options_init);
SPL_FROM_LIBGIT2(git_diff_tree_to_index);
SPL_FROM_LIBGIT2(git_error_clear);
SPL_FROM_LIBGIT2(git_error_last);
SPL_FROM_LIBGIT2(git_filter_list_apply_to_blob);
SPL_FROM_LIBGIT2(git_filter_list_apply_to_buffer);
SPL_FROM_LIBGIT2(git_filter_list_free);
SPL_FROM_LIBGIT2(git_filter_list_load_ext);
SPL_FROM_LIBGIT2(git_graph_descendant_of);
SPL_FROM_LIBGIT2(git_index_entry_is_conflict);
SPL_FROM_LIBGIT2(git_index_entrycount);
SPL_FROM_LIBGIT2(git_index_free);
SPL_FROM_LIBGIT2(git_index_get_byindex);
SPL_FROM_LIBGIT2(git_index_get_bypath);
SPL_FROM_LIBGIT2(git_index_new);
SPL_FROM_LIBGIT2(git_libgit2_init);
SPL_FROM_LIBGIT2(git_libgit2_shutdown);
SPL_FROM_LIBGIT2(git_merge_base);
SPL_FROM_LIBGIT2(git_object_free);
SPL_FROM_LIBGIT2(git_object_id);
SPL_FROM_LIBGIT2(git_object_peel);
SPL_FROM_LIBGIT2(git_object_type);
SPL_FROM_LIBGIT2(git_object_type2string);
SPL_FROM_LIBGIT2(git_oid_equal);
SPL_FROM_LIBGIT2(git_oid_fromstr);
SPL_FROM_LIBGIT2(git_oid_tostr);
SPL_FROM_LIBGIT2(git_reference_free);
SPL_FROM_LIBGIT2(git_reference_list);
SPL_FROM_LIBGIT2(git_reference_lookup);
SPL_FROM_LIBGIT2(git_reference_name_to_id);
SPL_FROM_LIBGIT2(git_reference_peel);
SPL_FROM_LIBGIT2(git_reference_symbolic_target);
SPL_FROM_LIBGIT2(git_repository_commondir);
SPL_FROM_LIBGIT2(git_repository_config_snapshot);
SPL_FROM_LIBGIT2(git_repository_free);
SPL_FROM_LIBGIT2(git_repository_head_unborn);
SPL_FROM_LIBGIT2(git_repository_index);
SPL_FROM_LIBGIT2(git_repository_is_bare);
SPL_FROM_LIBGIT2(git_repository_is_shallow);
SPL_FROM_LIBGIT2(git_repository_open_bare);
SPL_FROM_LIBGIT2(git_repository_open_ext);
SPL_FROM_LIBGIT2(git_repository_path);
SPL_FROM_LIBGIT2(git_repository_set_index);
SPL_FROM_LIBGIT2(git_repository_workdir);
SPL_FROM_LIBGIT2(git_revparse_single);
SPL_FROM_LIBGIT2(git_revwalk_free);
SPL_FROM_LIBGIT2(git_revwalk_hide);
SPL_FROM_LIBGIT2(git_revwalk_new);
SPL_FROM_LIBGIT2(git_revwalk_next);
SPL_FROM_LIBGIT2(git_revwalk_push);
SPL_FROM_LIBGIT2(git_revwalk_sorting);
SPL_FROM_LIBGIT2(git_status_byindex);
SPL_FROM_LIBGIT2(git_status_list_entrycount);
SPL_FROM_LIBGIT2(git_status_list_free);
SPL_FROM_LIBGIT2(git_status_list_new);
SPL_FROM_LIBGIT2(git_status_options_init);
SPL_FROM_LIBGIT2(git_strarray_dispose);
SPL_FROM_LIBGIT2(git_submodule_free);
SPL_FROM_LIBGIT2(git_submodule_lookup);
SPL_FROM_LIBGIT2(git_submodule_name);
SPL_FROM_LIBGIT2(git_tree_entry_byindex);
SPL_FROM_LIBGIT2(git_tree_entry_filemode);
SPL_FROM_LIBGIT2(git_tree_entry_id);
SPL_FROM_LIBGIT2(git_tree_entry_name);
SPL_FROM_LIBGIT2(git_tree_entry_type);
SPL_FROM_LIBGIT2(git_tree_entrycount);
SPL_FROM_LIBGIT2(git_tree_free);
SPL_FROM_LIBGIT2(git_tree_lookup);
#undef SPL_FROM_LIBGIT2

}  // namespace spl::runner

namespace spl::runner::git {

/// Makes libgit2 ready until this process ends. Its options are not guarded by
/// locks: they are set once, before any thread uses the library.
void start_library();

template <typename T, const FromLibgit2<void(T*)>& release>
struct Release {
  void operator()(T* object) const { release(object); }
};
template <typename T, const FromLibgit2<void(T*)>& release>
using Owned = std::unique_ptr<T, Release<T, release>>;

using RepositoryHandle = Owned<git_repository, git_repository_free>;
using ObjectHandle = Owned<git_object, git_object_free>;
using CommitHandle = Owned<git_commit, git_commit_free>;
using TreeHandle = Owned<git_tree, git_tree_free>;
using BlobHandle = Owned<git_blob, git_blob_free>;
using IndexHandle = Owned<git_index, git_index_free>;
using DiffHandle = Owned<git_diff, git_diff_free>;
using ReferenceHandle = Owned<git_reference, git_reference_free>;
using RevwalkHandle = Owned<git_revwalk, git_revwalk_free>;
using ConfigHandle = Owned<git_config, git_config_free>;

/// Returns the reason why the last call of libgit2 failed.
[[nodiscard]] std::string last_message();

/// Throws RepositoryError with what libgit2 says if `error` is one.
void check(int error, const std::string& what);

[[nodiscard]] std::string hexadecimal(const git_oid& id);

/// Throws RepositoryError.
[[nodiscard]] git_oid object_id(const std::string& hexadecimal);

/// Opens the repository at the folder or around it. Throws RepositoryError if
/// there is none, if it belongs to another user, or if libgit2 would wait for a
/// file of it.
[[nodiscard]] RepositoryHandle open(const std::filesystem::path& folder);

}  // namespace spl::runner::git
