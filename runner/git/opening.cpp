#include "runner/git/opening.hpp"

#include <cstdint>

#include "runner/git/repository.hpp"
#include "runner/git/top_folder.hpp"

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

void require_regular(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::is_fifo(status) && !fs::is_character_file(status) &&
      !fs::is_block_file(status)) {
    return;  // Git itself makes a socket there.
  }
  throw RepositoryError("cannot open the Git repository: " + path.string() +
                        " is no regular file; remove it");
}

/// libgit2 takes time that grows with the square of a configuration's size: a
/// second for this one. Throws RepositoryError for a longer one.
void require_short_configuration(const fs::path& folder) {
  constexpr std::uintmax_t kMostBytes = 512 << 10;
  git_buf found = GIT_BUF_INIT;
  if (git_repository_discover(&found, folder.c_str(), 0, nullptr) != 0) return;
  const fs::path file = fs::path(found.ptr) / "config";
  git_buf_dispose(&found);
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error || size <= kMostBytes) return;
  throw RepositoryError(file.string() + " has " + std::to_string(size) +
                        " bytes, and libgit2 reads no more than " +
                        std::to_string(kMostBytes) +
                        " in a reasonable time; take out what nobody needs");
}

}  // namespace

void require_regular_files(const fs::path& folder) {
  std::error_code error;
  const fs::path top =
      top_folder(fs::absolute(folder, error).lexically_normal());
  if (error || top.empty()) return;
  require_regular(top / ".git");
  for (const fs::path& one : {top / ".git", top / ".git/info"}) {
    for (fs::directory_iterator at(one, error), end; !error && at != end;
         at.increment(error)) {
      require_regular(at->path());
    }
  }
}

RepositoryHandle open(const fs::path& folder) {
  start_library();
  require_regular_files(folder);
  require_short_configuration(folder);
  git_repository* handle = nullptr;
  const int error =
      git_repository_open_ext(&handle, folder.c_str(), 0, nullptr);
  if (error == 0) return RepositoryHandle(handle);
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
        " or above; name the one with the revisions by --repository PATH or as "
        "\"repository\" in \"revisions\" of spl.json");
  }
  throw RepositoryError("cannot open the Git repository at " + folder.string() +
                        ": " + last_message());
}

}  // namespace spl::runner::git
