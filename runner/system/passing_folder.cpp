#include "runner/system/passing_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "runner/system/host_facts.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

void clear_abandoned(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const fs::path lock = entry.path() / "lock";
    if (!fs::exists(lock, error)) continue;
    FileLock abandoned(lock);
    if (abandoned.try_to_take()) remove_folder(entry.path());
  }
}

}  // namespace

PassingFolder::PassingFolder(const fs::path& parent) {
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) throw FileError(disk_error("write", parent, error.value()));
  FileLock all(parent / "lock");
  all.take_alone();
  clear_abandoned(parent);
  try {
    path_ = make_new_folder(parent, "");
  } catch (const std::system_error& refused) {
    throw FileError(disk_error("write", parent, refused.code().value()));
  }
  lock_.emplace(path_ / "lock").take_alone();
}

PassingFolder::~PassingFolder() { remove_folder(path_); }

std::filesystem::path make_new_folder(const std::filesystem::path& parent,
                                      const std::string& begin) {
  std::string name = (parent / (begin + "XXXXXX")).string();
  int error = 0;
  if (mkdtemp(name.data()) == nullptr) {
    error = errno;
  } else if (chmod(name.c_str(), S_IRWXU) != 0 && errno != ENOENT) {
    // The umask had reduced it. Another process may have removed the folder as
    // abandoned, which the caller sees when it opens that.
    error = errno;
    rmdir(name.c_str());
  }
  if (error != 0) throw std::system_error(error, std::generic_category());
  return name;
}

namespace {

constexpr std::size_t kDrawn = 6;  ///< Signs that are drawn.
/// The number of folders that others may remove before they are claimed.
constexpr int kTries = 100;

/// Returns the beginning of the names on this host: hosts may share the parent
/// and yet see no locks of one another.
std::string beginning() { return "spl-run-" + host_name() + '-'; }

int opened(const fs::path& folder) {
  return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool is_own_private(int folder) {
  struct stat facts {};
  return fstat(folder, &facts) == 0 && facts.st_uid == geteuid() &&
         (facts.st_mode & 0077) == 0;
}

void remove_unclaimed(const fs::path& parent) {
  const std::string begin = beginning();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin) || name.size() != begin.size() + kDrawn) {
      continue;
    }
    const Descriptor folder(opened(entry.path()));
    if (folder.number() < 0 || !is_own_private(folder.number()) ||
        try_lock(folder.number()) != 0) {
      continue;
    }
    try {
      empty_folder(entry.path(), {});
    } catch (const FileError&) {
      continue;  // Another process removes it.
    }
    rmdir(entry.path().c_str());
  }
}

}  // namespace

ClaimedFolder::ClaimedFolder(const fs::path& parent) : claim_(-1) {
  remove_unclaimed(parent);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    path_ = make_new_folder(parent, beginning());
    claim_.reset(opened(path_));
    if (claim_.number() < 0) {
      const int error = errno;
      if (error == ENOENT) continue;  // Removed as abandoned already.
      rmdir(path_.c_str());
      throw std::system_error(error, std::generic_category());
    }
    // If folders cannot be locked, other processes do not remove them either.
    (void)wait_for_lock(claim_.number());
    // Another process may have removed it as abandoned before the claim.
    if (is_named(claim_.number())) return;
    rmdir(path_.c_str());  // Or that could not be told.
  }
  throw std::system_error(EBUSY, std::generic_category());
}

}  // namespace spl::runner
