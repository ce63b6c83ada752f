#include "runner/lane.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <sstream>

#include "runner/disk_error.hpp"
#include "runner/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path,
                       int error) {
  throw FileError(disk_error(what, path, error));
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail("make the folder", path, error.value());
}

void clear_away(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) fail("remove", path, error.value());
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

void write(const fs::path& path, const std::string& content, mode_t mode) {
  const int file =
      open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) fail("write", path, errno);
  std::string_view rest = content;
  int error = 0;
  while (!rest.empty() && error == 0) {
    const ssize_t size = ::write(file, rest.data(), rest.size());
    if (size < 0) {
      error = errno == EINTR ? 0 : errno;
    } else {
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  if (close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail("write", path, error);
}

void write(const fs::path& path, const TreeFile& file,
           const std::string& content) {
  make_folder(path.parent_path());
  if (file.kind != TreeFile::Kind::kLink) {
    write(path, content,
          file.kind == TreeFile::Kind::kExecutable ? 0777 : 0666);
  } else if (symlink(content.c_str(), path.c_str()) != 0) {
    fail("make the link", path, errno);
  }
}

/// When a file was last written, in nanoseconds; 0 if it is not there.
std::int64_t time_of(const fs::path& path) {
  struct stat facts {};
  if (lstat(path.c_str(), &facts) != 0) return 0;
  return std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 +
         facts.st_mtim.tv_nsec;
}

bool is_cmake_file(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name == "CMakeLists.txt" || name == "CMakePresets.json" ||
         name.find(".cmake") != std::string::npos;
}

void check_path(const TreeFile& file) {
  for (const fs::path& part : fs::path(file.path)) {
    if (part == ".." || part == ".git" || part == "/") {
      throw FileError("the tree has a file " + file.path +
                      ", which is not checked out: it would leave its folder");
    }
  }
}

}  // namespace

/// A file as it was checked out.
struct Lane::Line {
  TreeFile::Kind kind = TreeFile::Kind::kRegular;
  std::string id;
  std::int64_t time = 0;
  std::string path;
};

Lane::Lane(const fs::path& folder) {
  for (unsigned number = 0; descriptor_ < 0; ++number) {
    folder_ = folder / std::to_string(number);
    make_folder(folder_);
    const fs::path lock = folder_ / "lock";
    descriptor_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("write", lock, errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) break;
    close(descriptor_);
    descriptor_ = -1;
  }
}

Lane::~Lane() { close(descriptor_); }

void Lane::clear() const {
  clear_away(source());
  clear_away(build());
  clear_away(folder_ / "manifest");
}

void Lane::check_out(const Tree& tree, const TreeContent& content) {
  const fs::path busy = folder_ / "busy";
  if (is_there(busy)) clear();
  clear_away(busy);
  write(busy, "", 0666);
  std::map<std::string, Line> before;
  for (Line& line : manifest()) {
    std::string path = line.path;
    before.emplace(std::move(path), std::move(line));
  }
  const auto stays = [&](const TreeFile& file) {
    const auto found = before.find(file.path);
    return found != before.end() && found->second.id == file.id &&
           found->second.kind == file.kind;
  };
  std::vector<Line> lines;
  std::map<std::string, Line> gone = before;
  bool configures = false;
  for (const TreeFile& file : tree) {
    check_path(file);
    if (stays(file)) gone.erase(file.path);
  }
  for (const auto& [path, line] : gone) {
    clear_away(source() / path);
    configures = configures || is_cmake_file(path);
  }
  for (const TreeFile& file : tree) {
    if (stays(file)) {
      lines.push_back(before.at(file.path));
      continue;
    }
    const fs::path path = source() / file.path;
    write(path, file, content(file));
    configures = configures || is_cmake_file(file.path);
    lines.push_back({file.kind, file.id, time_of(path), file.path});
  }
  for (const auto& [path, line] : gone) {  // Folders that are empty now.
    for (fs::path at = (source() / path).parent_path(); at != source();
         at = at.parent_path()) {
      std::error_code not_empty;
      if (!fs::remove(at, not_empty)) break;
    }
  }
  make_folder(source());
  make_folder(build());
  if (configures) clear_away(build() / "CMakeCache.txt");
  write_manifest(lines);
}

std::vector<std::string> Lane::foreign_files() const {
  std::map<std::string, std::int64_t> expected;
  for (const Line& line : manifest()) expected.emplace(line.path, line.time);
  std::vector<std::string> result;
  for (const auto& entry : fs::recursive_directory_iterator(source())) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const std::string path = entry.path().lexically_relative(source()).string();
    const auto found = expected.find(path);
    if (found == expected.end() || found->second != time_of(entry.path())) {
      result.push_back(path);
    }
    if (found != expected.end()) expected.erase(found);
  }
  for (const auto& [path, time] : expected) result.push_back(path);
  std::sort(result.begin(), result.end());
  return result;
}

void Lane::leave() { clear_away(folder_ / "busy"); }

std::vector<Lane::Line> Lane::manifest() const {
  std::vector<Line> lines;
  if (!is_there(folder_ / "manifest")) return lines;
  std::istringstream text(read_file(folder_ / "manifest"));
  Line line;
  int kind = 0;
  while (text >> kind >> line.id >> line.time && text.get() == ' ' &&
         std::getline(text, line.path, '\0')) {
    line.kind = static_cast<TreeFile::Kind>(kind);
    lines.push_back(line);
  }
  return lines;
}

void Lane::write_manifest(const std::vector<Line>& lines) const {
  std::string text;
  for (const Line& line : lines) {
    text += std::to_string(static_cast<int>(line.kind)) + ' ' + line.id + ' ' +
            std::to_string(line.time) + ' ' + line.path + '\0';
  }
  clear_away(folder_ / "manifest");
  write(folder_ / "manifest", text, 0666);
}

}  // namespace spl::runner
