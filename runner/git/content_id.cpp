#include "runner/git/content_id.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <limits>

#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/sha1.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Larger ones have a message with a remedy.
constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// Returns the hash of what Git puts before the content of a blob.
Sha1 blob_of(std::uint64_t size) {
  Sha1 hash;
  hash.add("blob " + std::to_string(size) + '\0');
  return hash;
}

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw RepositoryError("cannot read " + path.string() + ": " + why);
}

}  // namespace

std::string tree_id(const Tree& tree) {
  std::string text;
  for (const TreeFile& file : tree) {
    text += static_cast<char>('0' + static_cast<int>(file.kind));
    text += ' ' + file.id + ' ' + file.path + '\0';
  }
  return content_id(text);
}

std::string content_id(std::string_view bytes) {
  Sha1 hash = blob_of(bytes.size());
  hash.add(bytes);
  return hash.finish();
}

std::string file_id(const fs::path& path) try {
  const Descriptor file(open_regular(path, kNoLimit));
  struct stat facts {};
  if (fstat(file.number(), &facts) != 0) refuse(path, limit_text(errno));
  auto left = static_cast<std::uint64_t>(facts.st_size);
  if (left > kMostFile) {
    refuse(path, "it has more than 4 GiB; name it in .gitignore, or remove it");
  }
  Sha1 hash = blob_of(left);
  std::array<char, 65'536> part;
  while (left > 0) {
    const ssize_t size = read(file.number(), part.data(),
                              std::min<std::uint64_t>(part.size(), left));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) refuse(path, limit_text(errno));
    if (size == 0) refuse(path, "it was cut off meanwhile");
    hash.add({part.data(), static_cast<std::size_t>(size)});
    left -= static_cast<std::uint64_t>(size);
  }
  return hash.finish();
} catch (const FileError& error) {
  throw RepositoryError(error.what());
}

}  // namespace spl::runner
