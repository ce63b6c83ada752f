#include "runner/system/exchanged_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

FileError refused(const std::filesystem::path& path, const std::string& why) {
  return FileError("cannot read " + path.string() + ": " + why);
}

}  // namespace

std::string read_exchanged_file(const std::filesystem::path& path) {
  // Faster than a stream: all answers are read here, between runs.
  const Descriptor file(
      open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) {
    throw refused(path, errno == ELOOP ? "it is a link" : limit_text(errno));
  }
  struct stat facts {};
  if (fstat(file.number(), &facts) != 0) {
    throw refused(path, limit_text(errno));
  }
  if (!S_ISREG(facts.st_mode)) throw refused(path, "it is not a regular file");
  if (static_cast<std::uintmax_t>(facts.st_size) > kMostExchanged) {
    throw refused(path, "it has more than 64 MiB");
  }
  return read_opened_file(file, path);
}

}  // namespace spl::runner
