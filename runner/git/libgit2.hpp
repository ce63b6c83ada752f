#pragma once

#include <git2.h>
#include <git2/sys/repository.h>

#include <atomic>

/// The functions of libgit2 that this room calls. The library is loaded with
/// the first call: it brings some fifteen others, which take longer to load
/// than all of spl-run, and most formulas name no revision.
namespace spl::runner {

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
