#include "runner/system/passing_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

int locked(const fs::path& path, int how) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) throw FileError(disk_error("write", path, errno));
  while (flock(file, how) != 0 && errno == EINTR) {
  }
  return file;
}

void clear_abandoned(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const fs::path lock = entry.path() / "lock";
    const int file = open(lock.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) continue;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) {
      fs::remove_all(entry.path(), error);
    }
    close(file);
  }
}

}  // namespace

PassingFolder::PassingFolder(const fs::path& parent) {
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) throw FileError(disk_error("write", parent, error.value()));
  const int all = locked(parent / "lock", LOCK_EX);
  clear_abandoned(parent);
  std::string name = (parent / "XXXXXX").string();
  const bool is_made = mkdtemp(name.data()) != nullptr;
  const int reason = errno;
  path_ = name;
  if (is_made) descriptor_ = locked(path_ / "lock", LOCK_EX);
  close(all);
  if (!is_made) throw FileError(disk_error("write", parent, reason));
}

PassingFolder::~PassingFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(descriptor_);
}

}  // namespace spl::runner
