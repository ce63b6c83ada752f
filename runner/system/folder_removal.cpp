#include "runner/system/folder_removal.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "runner/system/descriptor.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Empties a folder. Moves nested folders up before it empties them, so that
/// neither paths nor open files grow with nesting.
class Emptier {
 public:
  Emptier(const fs::path& folder, const fs::path& kept)
      : folder_(folder),
        kept_(kept.string()),
        top_(open(folder.c_str(), kFolder)) {
    if (top_.number() < 0) fail(folder.string(), errno);
  }

  void empty() {
    for (const std::string& name : names_in(top_.number(), folder_.string())) {
      if (name != kept_) remove_at(top_.number(), name);
    }
    while (!folders_.empty()) {
      const std::string name = std::move(folders_.back());
      folders_.pop_back();
      empty_folder_at_top(name);
    }
    if (first_ != nullptr) std::rethrow_exception(first_);
  }

 private:
  [[noreturn]] static void fail(const fs::path& path, int error) {
    throw FileError(disk_error("remove", path, error));
  }

  static std::vector<std::string> names_in(int folder, const fs::path& path) {
    const int own = openat(folder, ".", kFolder);
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        own < 0 ? nullptr : fdopendir(own), closedir);
    if (listing == nullptr) fail(path, errno);
    std::vector<std::string> result;
    while (const dirent* one = readdir(listing.get())) {
      const std::string name = static_cast<const char*>(one->d_name);
      if (name != "." && name != "..") result.push_back(name);
    }
    return result;
  }

  /// A folder that stays is left as it is, the others are emptied.
  void remove_at(int folder, const std::string& name) {
    try {
      take_at(folder, name);
    } catch (const FileError&) {
      if (first_ == nullptr) first_ = std::current_exception();
    }
  }

  /// Removes a file, or moves a folder to the top under a free name. What is
  /// mounted there cannot be moved.
  void take_at(int folder, const std::string& name) {
    if (unlinkat(folder, name.c_str(), 0) == 0) return;
    if (errno != EISDIR) fail(folder_ / name, errno);
    if (unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0) return;
    const std::string moved = free_name();
    const auto move = [&] {
      return renameat(folder, name.c_str(), top_.number(), moved.c_str()) == 0;
    };
    bool is_moved = move();
    if (!is_moved && errno == EACCES) {
      // That needs the right to write in it.
      is_moved = fchmodat(folder, name.c_str(), 0700, 0) == 0 && move();
    }
    if (!is_moved) fail(folder_ / name, errno);
    folders_.push_back(moved);
  }

  /// Returns a free name at the top, where an interrupted removal may have left
  /// folders.
  std::string free_name() {
    while (true) {
      std::string name = "removed." + std::to_string(number_++);
      struct stat facts {};
      if (fstatat(top_.number(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) !=
          0) {
        return name;
      }
    }
  }

  void empty_folder_at_top(const std::string& name) {
    const Descriptor folder(openat(top_.number(), name.c_str(), kFolder));
    if (folder.number() < 0) fail(folder_ / name, errno);
    for (const std::string& one : names_in(folder.number(), folder_ / name)) {
      remove_at(folder.number(), one);
    }
    if (unlinkat(top_.number(), name.c_str(), AT_REMOVEDIR) == 0) return;
    if (first_ == nullptr) fail(folder_ / name, errno);
  }

  fs::path folder_;
  std::string kept_;
  Descriptor top_;
  std::vector<std::string> folders_;  ///< At the top; not yet emptied.
  std::exception_ptr first_;          ///< Of the first that stays.
  std::size_t number_ = 0;
};

}  // namespace

void empty_folder(const fs::path& folder, const fs::path& kept) {
  Emptier(folder, kept).empty();
}

void remove_folder(const fs::path& folder) {
  try {
    empty_folder(folder, {});
  } catch (const std::exception&) {
    // It is none, or something stays.
  }
  std::error_code ignored;
  fs::remove(folder, ignored);
}

}  // namespace spl::runner
