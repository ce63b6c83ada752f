#pragma once

#include <memory>
#include <string>

#include "runner/git/libgit2.hpp"

/// Owners of objects of libgit2, and its errors as exceptions.
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

}  // namespace spl::runner::git
