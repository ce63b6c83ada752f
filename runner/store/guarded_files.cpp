#include "runner/store/guarded_files.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace spl::runner {
namespace {

/// The databases that this process has opened, by their full paths.
class Databases {
 public:
  void add(const char* name) {
    const std::lock_guard guard(mutex_);
    names_.emplace(name);
  }

  /// Whether SQLite makes this file beside one of them.
  [[nodiscard]] bool has_beside(std::string_view name) {
    const std::lock_guard guard(mutex_);
    const auto parts = {"-journal", "-wal", "-shm"};
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
      return name.ends_with(part) &&
             names_.contains(name.substr(0, name.size() - part.size()));
    });
  }

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> names_;
};

Databases& databases() {
  static Databases all;
  return all;
}

/// SQLite's own file system.
sqlite3_vfs* below() {
  static sqlite3_vfs* const found = sqlite3_vfs_find(nullptr);
  return found;
}

/// SQLite would wait for whoever writes in a pipe, and write into a file that
/// has another name elsewhere.
bool is_ordinary(const std::string& name, bool is_database) {
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  if (!std::filesystem::exists(status)) return true;
  return std::filesystem::is_regular_file(status) &&
         (is_database || std::filesystem::hard_link_count(name, error) == 1);
}

int open_guarded(sqlite3_vfs* /*guard*/, const char* name, sqlite3_file* file,
                 int flags, int* flags_out) {
  const bool is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (name != nullptr && !is_ordinary(name, is_database)) {
    return SQLITE_CANTOPEN;
  }
  // SQLite itself opens this one.
  if (is_database && name != nullptr &&
      !is_ordinary(name + std::string("-shm"), false)) {
    return SQLITE_CANTOPEN;
  }
  const bool is_own =
      is_database || name == nullptr || databases().has_beside(name);
  if (!is_own || (flags & SQLITE_OPEN_SUPER_JOURNAL) != 0) {
    file->pMethods = nullptr;
    return SQLITE_AUTH;
  }
  if (is_database && name != nullptr) databases().add(name);
  return below()->xOpen(below(), name, file, flags, flags_out);
}

int remove_guarded(sqlite3_vfs* /*guard*/, const char* name, int sync_folder) {
  if (!databases().has_beside(name)) return SQLITE_AUTH;
  return below()->xDelete(below(), name, sync_folder);
}

int find_guarded(sqlite3_vfs* /*guard*/, const char* name, int flags,
                 int* result) {
  if (!databases().has_beside(name)) return SQLITE_AUTH;
  return below()->xAccess(below(), name, flags, result);
}

}  // namespace

const char* guarded_files() {
  static sqlite3_vfs guard = [] {
    sqlite3_initialize();
    sqlite3_vfs made = *below();
    made.pNext = nullptr;
    made.zName = "spl-guarded";
    made.xOpen = open_guarded;
    made.xDelete = remove_guarded;
    made.xAccess = find_guarded;
    return made;
  }();
  static const int registered = sqlite3_vfs_register(&guard, 0);
  // Without it no database is opened: SQLite knows no such name.
  (void)registered;
  return guard.zName;
}

}  // namespace spl::runner
