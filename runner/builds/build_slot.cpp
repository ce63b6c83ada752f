#include "runner/builds/build_slot.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <string_view>
#include <unordered_set>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "lock";

}  // namespace

BuildSlot::BuildSlot(const fs::path& parent) {
  for (unsigned number = 0;; ++number) {
    folder_ = parent / std::to_string(number);
    make_cache_folder(folder_);
    if (lock_.emplace(folder_ / kLock).try_to_take()) return;
  }
}

void BuildSlot::check_out(const Tree& tree, const TreeContent& content) {
  check_paths(tree);
  empty_folder(folder_, kLock);
  make_cache_folder(source());
  make_cache_folder(build());
  TreeWriter writer(source());
  for (const TreeFile& file : tree) writer.write(file, content(file));
}

namespace {

/// 2000-01-01, earlier than whatever a build makes.
constexpr std::time_t kTime = 946'684'800;

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

}  // namespace

void check_paths(const Tree& tree) {
  std::unordered_set<std::string_view> files;
  for (const TreeFile& file : tree) {
    files.insert(file.path);
    for (const fs::path& part : fs::path(file.path)) {
      const bool is_cut = part.native().find('\0') != std::string::npos;
      if (part != ".." && part != ".git" && part != "/" && !is_cut) continue;
      throw FileError("the tree has a file " + file.path +
                      ", which is not checked out: it would leave its folder");
    }
  }
  for (const TreeFile& file : tree) {
    const std::string_view path = file.path;
    for (std::size_t at = path.find('/'); at != std::string_view::npos;
         at = path.find('/', at + 1)) {
      if (!files.contains(path.substr(0, at))) continue;
      throw FileError(
          "the tree has " + file.path + " below " + file.path.substr(0, at) +
          ", which is not a folder in it; such a tree cannot be checked out");
    }
  }
}

TreeWriter::TreeWriter(fs::path folder)
    : folder_(std::move(folder)),
      top_(open(folder_.c_str(), kFolder)),
      parent_(-1) {
  if (top_.number() < 0) fail_on_disk("write", folder_, errno);
  enter("");
}

void TreeWriter::enter(const fs::path& path) {
  if (parent_.number() >= 0 && path == entered_) return;
  fs::path done = folder_;
  parent_.reset(openat(top_.number(), ".", kFolder));
  if (parent_.number() < 0) fail_on_disk("write", done, errno);
  for (const fs::path& name : path) {
    done /= name;
    if (mkdirat(parent_.number(), name.c_str(), 0777) != 0 && errno != EEXIST) {
      fail_on_disk("make the folder", done, errno);
    }
    const int below = openat(parent_.number(), name.c_str(), kFolder);
    if (below < 0) fail_on_disk("make the folder", done, errno);
    parent_.reset(below);
  }
  entered_ = path;
}

void TreeWriter::write(const TreeFile& file, const std::string& content) {
  const fs::path path = file.path;
  const std::string name = path.filename().string();
  enter(path.parent_path());
  if (file.kind != TreeFile::Kind::kLink) {
    const mode_t mode = file.kind == TreeFile::Kind::kExecutable ? 0777 : 0666;
    const int target =
        openat(parent_.number(), name.c_str(),
               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (target < 0) fail_on_disk("write", folder_ / path, errno);
    int error = write_all(target, content);
    if (close(target) != 0 && error == 0) error = errno;
    if (error != 0) fail_on_disk("write", folder_ / path, error);
  } else if (symlinkat(content.c_str(), parent_.number(), name.c_str()) != 0) {
    fail_on_disk("make the link", folder_ / path, errno);
  }
  const timespec times[] = {{kTime, 0}, {kTime, 0}};
  if (utimensat(parent_.number(), name.c_str(), times, AT_SYMLINK_NOFOLLOW) !=
      0) {
    fail_on_disk("set the time of", folder_ / path, errno);
  }
}

}  // namespace spl::runner
