#include "runner/builds/build_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <string_view>
#include <vector>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path,
                       int error) {
  throw FileError(disk_error(what, path, error));
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail("make the folder", path, error.value());
}

void make_removable(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(folder, error))) return;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    make_removable(entry.path());
  }
}

void clear_away(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error == std::errc::permission_denied) {  // Builds protect folders.
    make_removable(path);
    fs::remove_all(path, error);
  }
  if (error) fail("remove", path, error.value());
}

void write(const fs::path& path, const std::string& content, mode_t mode) {
  const int file =
      open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) fail("write", path, errno);
  std::string_view rest = content;
  int error = 0;
  while (!rest.empty() && error == 0) {
    const ssize_t size = ::write(file, rest.data(), rest.size());
    if (size < 0) {
      error = errno == EINTR ? 0 : errno;
    } else {
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  if (close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail("write", path, error);
}

void write(const fs::path& path, const TreeFile& file,
           const std::string& content) {
  make_folder(path.parent_path());
  if (file.kind != TreeFile::Kind::kLink) {
    write(path, content,
          file.kind == TreeFile::Kind::kExecutable ? 0777 : 0666);
  } else if (symlink(content.c_str(), path.c_str()) != 0) {
    fail("make the link", path, errno);
  }
}

/// 2000-01-01, earlier than whatever a build makes.
constexpr std::time_t kTime = 946'684'800;

void set_time(const fs::path& path) {
  const timespec times[] = {{kTime, 0}, {kTime, 0}};
  if (utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW) != 0) {
    fail("set the time of", path, errno);
  }
}

void check_path(const TreeFile& file) {
  for (const fs::path& part : fs::path(file.path)) {
    if (part == ".." || part == ".git" || part == "/") {
      throw FileError("the tree has a file " + file.path +
                      ", which is not checked out: it would leave its folder");
    }
  }
}

}  // namespace

Lane::Lane(const fs::path& folder) {
  for (unsigned number = 0; descriptor_ < 0; ++number) {
    folder_ = folder / std::to_string(number);
    make_folder(folder_);
    const fs::path lock = folder_ / "lock";
    descriptor_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("write", lock, errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) break;
    close(descriptor_);
    descriptor_ = -1;
  }
}

Lane::~Lane() { close(descriptor_); }

void Lane::clear() const {
  std::vector<fs::path> parts;
  for (const auto& part : fs::directory_iterator(folder_)) {
    if (part.path().filename() != "lock") parts.push_back(part.path());
  }
  for (const fs::path& part : parts) clear_away(part);
}

void Lane::check_out(const Tree& tree, const TreeContent& content) {
  for (const TreeFile& file : tree) check_path(file);
  clear();
  make_folder(source());
  make_folder(build());
  for (const TreeFile& file : tree) {
    const fs::path path = source() / file.path;
    write(path, file, content(file));
    set_time(path);
  }
}

}  // namespace spl::runner
