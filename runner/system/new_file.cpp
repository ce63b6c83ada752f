#include "runner/system/new_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>

#include "runner/system/kernel_lock.hpp"

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

}  // namespace spl::runner
