#include "runner/system/new_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>

#include <dirent.h>

#include "runner/system/disk_error.hpp"
#include "runner/system/file_lock.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kBegin = ".spl-part-";
constexpr std::size_t kDigits = 16;
/// The number of names that may be taken, or files removed as abandoned before
/// they are locked.
constexpr int kAttempts = 100;

/// Returns a name that nobody can foresee; empty if there is no chance in this
/// system.
std::string drawn_name() {
  std::uint64_t drawn = 0;
  if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) return {};
  char digits[kDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(drawn));
  return std::string(kBegin) + digits;
}

bool is_drawn_name(std::string_view name) {
  return name.starts_with(kBegin) && name.size() == kBegin.size() + kDigits &&
         name.find_first_not_of("0123456789abcdef", kBegin.size()) == name.npos;
}

/// Removes a file with that name if it is this user's, has no other name, and
/// is not written by a process that lives.
void remove_abandoned(int folder, const char* name) {
  const Descriptor file(
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat facts {};
  if (file.number() < 0 || fstat(file.number(), &facts) != 0) return;
  if (!S_ISREG(facts.st_mode) || facts.st_uid != geteuid() ||
      facts.st_nlink != 1 || try_lock(file.number()) != 0) {
    return;
  }
  unlinkat(folder, name, 0);
}

void remove_all_abandoned(int folder) {
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(
      own < 0 ? nullptr : fdopendir(own), closedir);
  if (listing == nullptr) {
    if (own >= 0) close(own);
    return;
  }
  while (const dirent* one = readdir(listing.get())) {
    const char* name = static_cast<const char*>(one->d_name);
    if (is_drawn_name(name)) remove_abandoned(folder, name);
  }
}

/// Some file systems report only when a descriptor is closed that nothing could
/// be kept.
int close_copy(int file) {
  const int copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
  return copy < 0 || close(copy) != 0 ? errno : 0;
}

}  // namespace

NewFile::NewFile(const Descriptor& folder, mode_t mode) : folder_(folder) {
  remove_all_abandoned(folder.number());
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name_ = drawn_name();
    if (name_.empty()) break;
    file_.reset(openat(folder.number(), name_.c_str(),
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                       mode));
    if (file_.number() < 0) {
      if (errno == EEXIST) continue;
      break;
    }
    // The lock shows other processes that it is still written. One that came
    // before removes it as abandoned.
    (void)wait_for_lock(file_.number());
    if (is_named(file_.number())) return;
    file_.reset(-1);
    errno = EAGAIN;
  }
  error_ = errno != 0 ? errno : EIO;
  name_.clear();
}

NewFile::~NewFile() {
  if (!name_.empty()) unlinkat(folder_.number(), name_.c_str(), 0);
}

int NewFile::take_place(const std::string& name) {
  if (const int error = close_copy(file_.number()); error != 0) return error;
  if (renameat(folder_.number(), name_.c_str(), folder_.number(),
               name.c_str()) != 0) {
    return errno;
  }
  name_.clear();
  return 0;
}

int open_to_append(const std::filesystem::path& path) {
  const int file =
      open(path.c_str(),
           O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
           0644);
  struct stat facts {};
  if (file < 0 || (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))) {
    return file;
  }
  close(file);
  errno = EEXIST;
  return -1;
}

namespace {

int copy(int from, int to) {
  std::array<char, 65536> part{};
  while (true) {
    const ssize_t size = read(from, part.data(), part.size());
    if (size < 0 && errno != EINTR) return errno;
    if (size == 0) return 0;
    if (size < 0) continue;
    const int error =
        write_all(to, {part.data(), static_cast<std::size_t>(size)});
    if (error != 0) return error;
  }
}

}  // namespace

void copy_into_cache(const std::filesystem::path& from,
                     const std::filesystem::path& to) {
  std::error_code failure;
  std::filesystem::create_directories(to.parent_path(), failure);
  if (failure) throw FileError(disk_error("write", to, failure.value()));
  const Descriptor source(open_regular(from));
  struct stat facts {};
  if (fstat(source.number(), &facts) != 0) {
    throw FileError(disk_error("read", from, errno));
  }
  const Descriptor folder(
      open(to.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) throw FileError(disk_error("write", to, errno));
  NewFile target(folder, facts.st_mode & 0777);
  int error = target.error();
  if (error == 0) error = copy(source.number(), target.file().number());
  if (error == 0) error = target.take_place(to.filename().string());
  if (error != 0) throw FileError(disk_error("write", to, error));
}

}  // namespace spl::runner
