#include "runner/system/file_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "runner/system/descriptor.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
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
  const int source = open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0) throw FileError(disk_error("read", from, errno));
  struct stat facts {};
  fstat(source, &facts);
  const int target = open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                          facts.st_mode & 0777);
  int error = target < 0 ? errno : copy(source, target);
  if (target >= 0 && close(target) != 0 && error == 0) error = errno;
  close(source);
  if (error != 0) throw FileError(disk_error("write", to, error));
}

}  // namespace spl::runner
