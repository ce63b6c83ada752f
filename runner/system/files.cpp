#include "runner/system/files.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "runner/system/error_text.hpp"
#include "runner/system/kernel_lock.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

std::string reason() { return limit_text(errno); }

bool is_pattern(const fs::path& part) {
  return part.native().find_first_of("*?[") != std::string::npos;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> result;
  for (const auto& entry :
       fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error)) {
    result.push_back(folder / entry.path().filename());
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool hidden(const fs::path& path) {
  return path.filename().native().starts_with('.');
}

/// Adds the files below `folder` that match the rest of a pattern.
void match(const fs::path& folder, fs::path::iterator part,
           fs::path::iterator end, std::vector<fs::path>& found) {
  if (part == end) {
    std::error_code error;
    if (fs::is_regular_file(folder, error)) found.push_back(folder);
    return;
  }
  const auto next = std::next(part);
  if (!is_pattern(*part)) {
    match(folder / *part, next, end, found);
    return;
  }
  if (*part == "**") match(folder, next, end, found);
  for (const fs::path& entry : entries(folder)) {
    if (hidden(entry)) continue;
    std::error_code error;
    if (*part == "**") {
      // Links to folders may go in circles.
      const bool link = fs::is_symlink(entry, error);
      if (!link && fs::is_directory(entry, error)) {
        match(entry, part, end, found);
      }
    } else if (fnmatch(part->c_str(), entry.filename().c_str(), 0) == 0) {
      match(entry, next, end, found);
    }
  }
}

}  // namespace

namespace {

FileError unreadable(const fs::path& path) {
  return FileError("cannot read " + path.string() + ": " +
                   (errno == EISDIR ? "it is a folder" : reason()));
}

/// Reads from the file's position on.
std::string read_on(const Descriptor& file, const fs::path& path,
                    std::size_t most) {
  std::string content;
  std::array<char, std::size_t{1} << 16> part;
  while (content.size() < most) {
    const ssize_t size = read(file.number(), part.data(),
                              std::min(part.size(), most - content.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw unreadable(path);
    if (size == 0) break;
    content.append(part.data(), static_cast<std::size_t>(size));
  }
  return content;
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t most) {
  // Faster than a stream: files are read between runs.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) throw unreadable(path);
  return read_on(file, path, most);
}

std::string read_opened_file(const Descriptor& file, const fs::path& path) {
  return read_on(file, path, std::numeric_limits<std::size_t>::max());
}

std::string read_end(const fs::path& path, std::size_t most) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) throw unreadable(path);
  const auto length = static_cast<off_t>(most);
  // In a shorter file this fails, and all of it is read.
  (void)lseek(file.number(), -length, SEEK_END);
  return read_on(file, path, most);
}

namespace {

/// A new file before it replaces another. Its lock shows later processes that
/// it is still written.
class Part {
 public:
  explicit Part(const fs::path& target)
      : path_(target.string() + std::string(kPart) + std::to_string(getpid())),
        file_(-1) {
    remove_abandoned(target);
    do {
      file_.reset(open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
      if (file_.number() >= 0) (void)try_lock(file_.number());
      // Another process may have removed it as abandoned before the lock.
    } while (file_.number() >= 0 && !is_named(file_.number()));
    if (file_.number() >= 0) (void)!ftruncate(file_.number(), 0);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] const Descriptor& file() const { return file_; }

 private:
  static constexpr std::string_view kPart = ".spl-part";

  static void remove_abandoned(const fs::path& target) {
    const std::string begin = target.filename().string() + std::string(kPart);
    std::error_code error;
    const fs::path folder =
        target.has_parent_path() ? target.parent_path() : fs::path(".");
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(begin) || name.size() == begin.size() ||
          name.find_first_not_of("0123456789", begin.size()) != name.npos) {
        continue;
      }
      const Descriptor other(open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW |
                                                            O_NONBLOCK |
                                                            O_CLOEXEC));
      if (other.number() >= 0 && try_lock(other.number()) == 0) {
        fs::remove(entry.path(), error);
      }
    }
  }

  fs::path path_;
  Descriptor file_;
};

/// Writes all of a file. Returns zero or an errno; some file systems report
/// only when a descriptor is closed that nothing could be kept.
int write_whole(const Descriptor& file, const std::string& content) {
  if (file.number() < 0) return errno;
  if (const int error = write_all(file.number(), content); error != 0) {
    return error;
  }
  const int copy = fcntl(file.number(), F_DUPFD_CLOEXEC, 0);
  return copy < 0 || close(copy) != 0 ? errno : 0;
}

int write_device(const fs::path& path, const std::string& content) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return write_whole(file, content);
}

/// Writes a file aside, and gives it the name when all of it is there. Nothing
/// that another thread starts meanwhile keeps it open: a program that is open
/// for writing cannot be executed.
int replace_file(const fs::path& target, const std::string& content) {
  const Part part(target);
  std::error_code error;
  int result = write_whole(part.file(), content);
  if (result == 0) {
    fs::rename(part.path(), target, error);
    result = error.value();
  }
  if (result != 0) fs::remove(part.path(), error);
  return result;
}

}  // namespace

void write_file(const fs::path& path, const std::string& content) {
  std::error_code error;
  // A device or pipe is written to, never replaced.
  const bool replace =
      !fs::exists(path, error) || fs::is_regular_file(path, error);
  // A link stays a link: its target is replaced.
  const fs::path target =
      replace && fs::exists(path, error) ? fs::canonical(path, error) : path;
  const int failure =
      replace ? replace_file(target, content) : write_device(path, content);
  if (failure != 0) {
    throw FileError("cannot write " + path.string() + ": " +
                    limit_text(failure));
  }
}

void check_writable(const fs::path& path) {
  std::error_code error;
  const fs::path folder =
      path.has_parent_path() ? path.parent_path() : fs::path(".");
  const bool exists = fs::exists(path, error);
  const bool replaced = !exists || fs::is_regular_file(path, error);
  errno = fs::is_directory(path, error) ? EISDIR : 0;
  if (errno == 0 &&
      access(replaced ? folder.c_str() : path.c_str(), W_OK) == 0) {
    return;
  }
  throw FileError("cannot write " + path.string() + ": " + reason());
}

bool is_cpp_file(const fs::path& path) {
  constexpr std::array<std::string_view, 16> kEndings = {
      ".C",   ".H",  ".c++", ".cc",  ".cpp", ".cppm", ".cxx", ".h",
      ".h++", ".hh", ".hpp", ".hxx", ".inl", ".ipp",  ".ixx", ".tpp"};
  const std::string ending = path.extension();
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

std::vector<fs::path> formula_files(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> found;
  const fs::path pattern = "**/*.*";
  match(path, pattern.begin(), pattern.end(), found);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [](const fs::path& file) {
                               return file.extension() != ".spl" &&
                                      !is_cpp_file(file);
                             }),
              found.end());
  if (found.empty()) {
    throw FileError("no formula files (*.spl) and no C++ files in or below " +
                    path.string());
  }
  return found;
}

std::vector<fs::path> matching_files(const fs::path& pattern) {
  std::error_code error;
  if (fs::is_directory(pattern, error)) return {pattern};
  std::vector<fs::path> found;
  match(fs::path(), pattern.begin(), pattern.end(), found);
  if (found.empty()) {
    throw FileError("no file matches " + pattern.string());
  }
  return found;
}

}  // namespace spl::runner
