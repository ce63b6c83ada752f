#include "runner/store/guarded_files.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

namespace spl::runner {
namespace {

/// The ends of the names of what SQLite makes beside a database.
constexpr const char* kFilesBeside[] = {"-journal", "-wal", "-shm"};

/// The databases that this process has opened, by their full paths.
class Databases {
 public:
  void add(const char* name) {
    const std::lock_guard guard(mutex_);
    names_.emplace(name);
  }

  /// Returns that beside which SQLite makes this file.
  [[nodiscard]] std::optional<std::string> beside(std::string_view name) {
    const std::lock_guard guard(mutex_);
    for (const std::string_view part : kFilesBeside) {
      if (!name.ends_with(part)) continue;
      const auto found = names_.find(name.substr(0, name.size() - part.size()));
      if (found != names_.end()) return *found;
    }
    return std::nullopt;
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

/// SQLite would wait for whoever writes in a pipe.
bool is_ordinary(const char* name) {
  struct stat facts {};
  return stat(name, &facts) != 0 || S_ISREG(facts.st_mode);
}

/// Whether whoever makes a file gives it to the group of its folder, which may
/// not be his own: else nobody can.
bool gives_group(const std::string& file) {
  struct stat folder {};
  const auto path = std::filesystem::path(file).parent_path();
  if (stat(path.empty() ? "." : path.c_str(), &folder) != 0) return true;
  return (folder.st_mode & S_ISGID) != 0 && (folder.st_mode & S_IWOTH) != 0;
}

bool is_writers(const std::string& name, const struct stat& part,
                const std::string& database) {
  struct stat all {};
  const bool is_known = stat(database.c_str(), &all) == 0;
  const bool is_of_group = (all.st_mode & S_IWGRP) != 0 &&
                           part.st_gid == all.st_gid && !gives_group(name);
  return part.st_uid == geteuid() || part.st_uid == 0 ||
         (is_known && (part.st_uid == all.st_uid || is_of_group ||
                       (all.st_mode & S_IWOTH) != 0));
}

/// SQLite would write into a file that has another name elsewhere, and read
/// into a database what somebody wrote who may not write the database.
bool is_ordinary_part(const char* name, const std::string& database) {
  struct stat part {};
  if (stat(name, &part) != 0) return true;
  return S_ISREG(part.st_mode) && part.st_nlink == 1 &&
         is_writers(name, part, database);
}

int open_database(const char* name, sqlite3_file* file, int flags,
                  int* flags_out) {
  // SQLite itself opens the latter.
  if (!is_ordinary(name) ||
      !is_ordinary_part((name + std::string("-shm")).c_str(), name)) {
    return SQLITE_CANTOPEN;
  }
  databases().add(name);
  return below()->xOpen(below(), name, file, flags, flags_out);
}

int open_guarded(sqlite3_vfs* /*guard*/, const char* name, sqlite3_file* file,
                 int flags, int* flags_out) {
  if (name == nullptr) {
    return below()->xOpen(below(), name, file, flags, flags_out);
  }
  if ((flags & SQLITE_OPEN_MAIN_DB) != 0) {
    return open_database(name, file, flags, flags_out);
  }
  const auto database = databases().beside(name);
  if (!database || (flags & SQLITE_OPEN_SUPER_JOURNAL) != 0) {
    file->pMethods = nullptr;
    return SQLITE_AUTH;
  }
  if (!is_ordinary_part(name, *database)) return SQLITE_CANTOPEN;
  const int result = below()->xOpen(below(), name, file, flags, flags_out);
  // Somebody may have put it there meanwhile.
  if (result == SQLITE_OK && !is_ordinary_part(name, *database)) {
    file->pMethods->xClose(file);
    file->pMethods = nullptr;
    return SQLITE_CANTOPEN;
  }
  return result;
}

int remove_guarded(sqlite3_vfs* /*guard*/, const char* name, int sync_folder) {
  if (!databases().beside(name)) return SQLITE_AUTH;
  return below()->xDelete(below(), name, sync_folder);
}

int find_guarded(sqlite3_vfs* /*guard*/, const char* name, int flags,
                 int* result) {
  if (!databases().beside(name)) return SQLITE_AUTH;
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

bool is_of_writer(const std::string& path, const std::string& database) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0 && is_writers(path, facts, database);
}

std::string refused_beside(const std::string& database) {
  for (const char* part : kFilesBeside) {
    std::string name = database + part;
    if (!is_ordinary_part(name.c_str(), database)) return name;
  }
  return {};
}

}  // namespace spl::runner
