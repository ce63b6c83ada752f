#include "runner/builds/build_slot.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "runner/builds/tree_writer.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "lock";

[[noreturn]] void fail(const std::string& what, const fs::path& path,
                       int error) {
  throw FileError(disk_error(what, path, error));
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail("make the folder", path, error.value());
}

}  // namespace

BuildSlot::BuildSlot(const fs::path& folder) {
  for (unsigned number = 0; descriptor_ < 0; ++number) {
    folder_ = folder / std::to_string(number);
    make_folder(folder_);
    const fs::path lock = folder_ / kLock;
    descriptor_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("write", lock, errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) break;
    close(descriptor_);
    descriptor_ = -1;
  }
}

BuildSlot::~BuildSlot() { close(descriptor_); }

void BuildSlot::check_out(const Tree& tree, const TreeContent& content) {
  check_paths(tree);
  empty_folder(folder_, kLock);
  make_folder(source());
  make_folder(build());
  TreeWriter writer(source());
  for (const TreeFile& file : tree) writer.write(file, content(file));
}

}  // namespace spl::runner
