#include "runner/system/disk_error.hpp"

#include <cerrno>

#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLogEnd = 65'536;  // Bytes.

}  // namespace

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

std::string log_end(const fs::path& log) {
  try {
    return read_end(log, kLogEnd);
  } catch (const FileError&) {
    return {};  // There may be no log for lack of room.
  }
}

bool lacks_room(const fs::path& log) {
  const std::string end = log_end(log);
  // The last is what mold says where a page of its output has no room.
  for (const char* sign : {"No space left on device", "Disk quota exceeded",
                           "failed to write to an output file. Disk full?"}) {
    if (end.find(sign) != std::string::npos) return true;
  }
  std::error_code error;
  const fs::space_info room = fs::space(log.parent_path(), error);
  constexpr std::uintmax_t kLeast = 65'536;
  return !error && room.available < kLeast;
}

std::string full_disk_error(const fs::path& folder) {
  return "the disk is full: " + disk_error("write below", folder, ENOSPC);
}

void make_cache_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) fail_on_disk("make the folder", path, error.value());
}

}  // namespace spl::runner
