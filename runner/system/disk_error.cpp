#include "runner/system/disk_error.hpp"

#include <cerrno>

#include "runner/system/error_text.hpp"

namespace spl::runner {

std::string disk_error(const std::string& what,
                       const std::filesystem::path& path, int error) {
  std::string message =
      "cannot " + what + ' ' + path.string() + ": " + limit_text(error);
  if (error == ENOSPC || error == EDQUOT) {
    message += ", or keep fewer built programs with --cache-limit SIZE";
  } else if (error == EACCES || error == EROFS || error == EPERM ||
             error == ENOTDIR) {
    message += "; set XDG_CACHE_HOME to a folder that can be written";
  }
  return message;
}

}  // namespace spl::runner
