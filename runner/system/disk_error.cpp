#include "runner/system/disk_error.hpp"

#include <cerrno>

#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {

std::string disk_error(const std::string& what,
                       const std::filesystem::path& path, int error) {
  std::string message =
      "cannot " + what + ' ' + path.string() + ": " + limit_text(error);
  if (error == ENOSPC || error == EDQUOT) {
    message += ", or keep fewer built programs with -s cache-limit=SIZE";
  } else if (error == EACCES || error == EROFS || error == EPERM ||
             error == ENOTDIR) {
    message += "; set XDG_CACHE_HOME to a folder that can be written";
  }
  return message;
}

void fail_on_disk(const std::string& what, const std::filesystem::path& path,
                  int error) {
  throw FileError(disk_error(what, path, error));
}

void make_cache_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) fail_on_disk("make the folder", path, error.value());
}

}  // namespace spl::runner
