#include "runner/builds/object_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "runner/git/content_id.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdSize = 40;  // Hexadecimal digits.

}  // namespace

fs::path ObjectCache::path(const std::string& hash) const {
  return folder_ / hash.substr(0, 2) / hash.substr(2);
}

// A file has the id of all that follows, the size of the printed text, a line
// feed, the printed text and the object.
std::optional<CompiledObject> ObjectCache::find(const std::string& hash) const {
  try {
    const fs::path file = path(hash);
    const std::string text = read_file(file);
    if (text.size() < kIdSize || content_id(std::string_view(text).substr(
                                     kIdSize)) != text.substr(0, kIdSize)) {
      return std::nullopt;
    }
    const std::size_t end = text.find('\n', kIdSize);
    const std::size_t printed = std::stoul(text.substr(kIdSize, end - kIdSize));
    // The entry used last is removed last.
    utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
    return CompiledObject{text.substr(end + 1, printed),
                          text.substr(end + 1 + printed)};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void ObjectCache::store(const std::string& hash,
                        const CompiledObject& object) const {
  const fs::path file = path(hash);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    throw FileError(disk_error("write", file.parent_path(), error.value()));
  }
  const std::string rest = std::to_string(object.printed.size()) + '\n' +
                           object.printed + object.bytes;
  write_file(file, content_id(rest) + rest);
}

}  // namespace spl::runner
