#include "runner/system/file_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "runner/system/descriptor.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/new_file.hpp"

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
