#include "runner/git/opening.hpp"

#include "runner/git/own_files.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

/// Returns the folder of a repository that cannot be opened, as far as it is
/// known.
std::string place_of(const fs::path& folder) {
  git_buf found = GIT_BUF_INIT;
  std::string path = folder.string();
  if (git_repository_discover(&found, folder.c_str(), 0, nullptr) == 0) {
    path = found.ptr;
    git_buf_dispose(&found);
    while (path.ends_with('/')) path.pop_back();
    if (path.ends_with("/.git")) path.resize(path.size() - 5);
  }
  return path;
}

}  // namespace

RepositoryHandle open(const fs::path& folder) {
  start_library();
  require_readable_repository(folder);
  git_repository* handle = nullptr;
  const int error =
      git_repository_open_ext(&handle, folder.c_str(), 0, nullptr);
  if (error == 0) {
    RepositoryHandle result(handle);
    const char* working_tree = git_repository_workdir(handle);
    if (working_tree != nullptr) require_readable_rules(working_tree);
    return result;
  }
  if (error == GIT_EOWNER ||
      last_message().find("safe.directory") != std::string::npos) {
    const std::string path = place_of(folder);
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
