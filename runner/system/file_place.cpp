#include "runner/system/file_place.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <optional>
#include <thread>
#include <utility>

#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/new_file.hpp"
#include "runner/system/text_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Facts = struct stat;

/// The number of links that the kernel follows.
constexpr int kMostLinks = 40;
/// The time in which a reader may come to a pipe.
constexpr auto kPatienceOfPipe = std::chrono::seconds(5);

FileError unwritable(const fs::path& path, const std::string& why) {
  return FileError("cannot write " + path.string() + ": " + why);
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

int opened_folder(int from, const fs::path& file) {
  return openat(from, folder_of(file).c_str(),
                O_PATH | O_DIRECTORY | O_CLOEXEC);
}

std::string name_of(const fs::path& file) {
  return file.has_filename() ? file.filename().string() : ".";
}

std::optional<Facts> facts_of(const Descriptor& folder,
                              const std::string& name) {
  Facts facts{};
  if (fstatat(folder.number(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) !=
      0) {
    return std::nullopt;
  }
  return facts;
}

/// Opens a pipe or device without waiting for longer than a reader may take to
/// come. Returns -1 and sets errno.
int opened_device(const fs::path& path) {
  using std::chrono::steady_clock;
  const auto end = steady_clock::now() + kPatienceOfPipe;
  while (true) {
    const int file =
        open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    Facts facts{};
    const bool waits_for_reader = file < 0 && errno == ENXIO &&
                                  stat(path.c_str(), &facts) == 0 &&
                                  S_ISFIFO(facts.st_mode);
    if (!waits_for_reader || steady_clock::now() >= end) {
      if (waits_for_reader) errno = ENXIO;
      return file;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Returns zero or an errno.
int write_device(const fs::path& path, const std::string& content) {
  const Descriptor file(opened_device(path));
  Facts facts{};
  if (file.number() < 0 || fstat(file.number(), &facts) != 0) return errno;
  // It took the place of the device meanwhile.
  if (S_ISREG(facts.st_mode)) return EEXIST;
  const int flags = fcntl(file.number(), F_GETFL);
  (void)fcntl(file.number(), F_SETFL, flags & ~O_NONBLOCK);
  return write_all(file.number(), content);
}

}  // namespace

FilePlace::FilePlace(fs::path path, Link link)
    : path_(std::move(path)),
      folder_(opened_folder(AT_FDCWD, path_)),
      name_(name_of(path_)) {
  if (folder_.number() < 0) throw unwritable(path_, limit_text(errno));
  require_own(folder_of(path_));
  if (link == Link::kFollowed) follow();
}

void FilePlace::require_own(const fs::path& followed) const {
  const std::string foreign = foreign_link(followed);
  if (!foreign.empty()) throw unwritable(path_, foreign);
}

void FilePlace::require_inside(const fs::path& followed) const {
  const std::string link = outside_link(followed);
  if (link.empty()) return;
  throw unwritable(path_, link + "; name what it links to, or remove it");
}

void FilePlace::follow() {
  require_inside(folder_of(path_));
  Facts end{};
  if (stat(path_.c_str(), &end) != 0) return;  // A link to nothing is replaced.
  is_device_ = !S_ISREG(end.st_mode) && !S_ISDIR(end.st_mode);
  if (S_ISREG(end.st_mode) && end.st_size == 0) return;
  require_inside(path_);
  if (is_device_) return require_own(path_);
  for (int links = 0; links < kMostLinks; ++links) {
    const auto facts = facts_of(folder_, name_);
    if (facts && S_ISREG(facts->st_mode) && facts->st_size > 0) return;
    if (facts && S_ISDIR(facts->st_mode)) return;
    if (!facts || !S_ISLNK(facts->st_mode)) {
      throw unwritable(path_, "another process changes it");
    }
    if (facts->st_uid != geteuid() && facts->st_uid != 0) {
      throw unwritable(path_, "it is a link of another user");
    }
    std::string target(PATH_MAX, '\0');
    const ssize_t size = readlinkat(folder_.number(), name_.c_str(),
                                    target.data(), target.size());
    if (size < 0) throw unwritable(path_, limit_text(errno));
    target.resize(static_cast<std::size_t>(size));
    const int next = opened_folder(folder_.number(), target);
    if (next < 0) throw unwritable(path_, limit_text(errno));
    folder_.reset(next);
    name_ = name_of(target);
  }
  throw unwritable(path_, limit_text(ELOOP));
}

std::string FilePlace::begin(std::size_t most) const {
  const Descriptor file(
      is_device_ ? -1
                 : openat(folder_.number(), name_.c_str(),
                          O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  Facts facts{};
  if (file.number() < 0 || fstat(file.number(), &facts) != 0 ||
      !S_ISREG(facts.st_mode)) {
    return {};
  }
  try {
    return read_opened_file(file, path_, most);
  } catch (const FileError&) {
    return {};
  }
}

void FilePlace::check_writable() const {
  if (is_device_) {
    if (access(path_.c_str(), W_OK) == 0) return;
    throw unwritable(path_, limit_text(errno));
  }
  require_replaceable();
  if (faccessat(folder_.number(), ".", W_OK, AT_EACCESS) != 0) {
    throw unwritable(path_, limit_text(errno));
  }
}

void FilePlace::require_replaceable() const {
  const auto facts = facts_of(folder_, name_);
  if (facts && S_ISDIR(facts->st_mode)) {
    throw unwritable(path_, limit_text(EISDIR));
  }
  if (facts && !S_ISREG(facts->st_mode) && !S_ISLNK(facts->st_mode)) {
    throw unwritable(path_, "it is not a regular file");
  }
}

int FilePlace::replace(const std::string& content) const {
  NewFile file(folder_, 0666);
  if (file.error() != 0) return file.error();
  const int error = write_all(file.file().number(), content);
  return error != 0 ? error : file.take_place(name_);
}

void FilePlace::write(const std::string& content) const {
  if (!is_device_) require_replaceable();
  const int error =
      is_device_ ? write_device(path_, content) : replace(content);
  if (error != 0) throw unwritable(path_, limit_text(error));
}

// Declared with what reads files; this is the one way to write them.
void write_file(const fs::path& path, const std::string& content) {
  FilePlace(path, FilePlace::Link::kReplaced).write(content);
}

// Several processes may write it at a time: the same bytes, to the same place.
void keep_from_git(const fs::path& folder) {
  const fs::path file = folder / ".gitignore";
  std::error_code error;
  const bool is_whole =
      !fs::is_symlink(file, error) && fs::file_size(file, error) > 0 && !error;
  if (!is_whole) write_file(file, "*\n");
}

void FilePlace::remove() const {
  if (!is_device_) unlinkat(folder_.number(), name_.c_str(), 0);
}

}  // namespace spl::runner
