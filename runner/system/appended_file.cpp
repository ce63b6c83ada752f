#include "runner/system/appended_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace spl::runner {

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

}  // namespace spl::runner
