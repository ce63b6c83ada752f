#include "runner/git/handles.hpp"

#include "runner/git/own_files.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

/// Opens what was checked, and nothing around it.
int open_checked(const fs::path& repository, git_repository** handle) {
  if (repository.empty()) return GIT_ENOTFOUND;
  std::error_code error;
  const bool is_file = fs::is_regular_file(repository, error);
  return git_repository_open_ext(
      handle, (is_file ? repository.parent_path() : repository).c_str(),
      GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
}

}  // namespace

RepositoryHandle open(const fs::path& folder) {
  start_library();
  const fs::path repository = require_readable_repository(folder);
  git_repository* handle = nullptr;
  const int error = open_checked(repository, &handle);
  if (error == 0) {
    RepositoryHandle result(handle);
    const char* working_tree = git_repository_workdir(handle);
    if (working_tree != nullptr) require_readable_rules(working_tree);
    return result;
  }
  if (error == GIT_EOWNER ||
      last_message().find("safe.directory") != std::string::npos) {
    const std::string path =
        repository.filename() == ".git" ? repository.parent_path() : repository;
    throw RepositoryError(
        "the Git repository " + path +
        " belongs to another user, and libgit2 does not read it unless that "
        "is allowed: git config --global --add safe.directory '" +
        path + "' (this very path; * is not enough)");
  }
  if (error == GIT_ENOTFOUND) {
    throw RepositoryError(
        "there is no Git repository at " + folder.string() +
        " or above; name that of the revisions with -s repository=PATH or as "
        "\"repository\" in \"revisions\" of spl.json");
  }
  throw RepositoryError("cannot open the Git repository at " + folder.string() +
                        ": " + last_message());
}

}  // namespace spl::runner::git
