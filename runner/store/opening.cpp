#include "runner/store/opening.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <thread>

#include "runner/git/repository.hpp"
#include "runner/store/schema.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/file_lock.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Access = Database::Access;
using Kind = DatabaseError::Kind;

/// Keeps other processes from making the store, or from setting it aside, at
/// the same time.
class FolderLock {
 public:
  /// Throws DatabaseError if others hold it for longer than the patience.
  explicit FolderLock(const fs::path& file,
                      std::chrono::nanoseconds patience = Database::kPatience)
      : folder_(open(file.has_parent_path() ? file.parent_path().c_str() : ".",
                     O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    // Without locks there is nobody to keep out.
    if (folder_.number() < 0) return;
    constexpr std::chrono::milliseconds kPause{5};
    const auto end = std::chrono::steady_clock::now() + patience;
    while (try_lock(folder_.number()) == EWOULDBLOCK) {
      if (std::chrono::steady_clock::now() >= end) {
        throw DatabaseError(
            Kind::kBusy,
            file.parent_path().string() +
                " is locked by another process; end it, or try again later");
      }
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  Descriptor folder_;
};

/// An empty file becomes a store whose pages can be given back.
void prepare(Database& database) {
  if (database.integer("PRAGMA page_count") > 0) return;
  database.execute("PRAGMA auto_vacuum = INCREMENTAL");
}

/// Commits are written and not forced to the disk, which takes milliseconds.
/// The end of a process loses none; a power cut may lose the last, and damages
/// nothing: the log is forced before its pages enter the database.
std::unique_ptr<Database> opened(const fs::path& file,
                                 std::chrono::nanoseconds patience) {
  auto database = std::make_unique<Database>(file, Access::kCreate, patience);
  require_store(*database);
  prepare(*database);
  if (database->text("PRAGMA journal_mode") != "wal") {
    database->execute("PRAGMA journal_mode = WAL");
  }
  database->execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
  make_store(*database);
  return database;
}

bool is_damage(const DatabaseError& error, const StorePlace& place) {
  return error.kind() == Kind::kDamaged ||
         (error.kind() == Kind::kForeign && !place.is_named);
}

/// Returns what is wrong with the content of a store, or nothing.
std::optional<std::string> damage_of(const StorePlace& place) {
  std::error_code error;
  if (!fs::exists(place.file, error)) return std::nullopt;
  try {
    Database database(place.file, Access::kWrite);
    const std::string found = database.text("PRAGMA quick_check(1)");
    if (found == "ok") return std::nullopt;
    return place.file.string() + ": " + found.substr(0, found.find('\n'));
  } catch (const DatabaseError& failure) {
    if (!is_damage(failure, place)) throw;
    return failure.what();
  }
}

fs::path free_name(const fs::path& file, const std::string& iso_time) {
  const std::string name = file.string() + ".damaged-" + file_time(iso_time);
  fs::path result = name;
  std::error_code error;
  for (int i = 2; fs::exists(result, error); ++i) {
    result = name + '-' + std::to_string(i);
  }
  return result;
}

void move(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw FileError("cannot set aside " + from.string() + ": " +
                    error.message());
  }
}

/// Whether a file that is named as the store with this ending is read with it.
bool is_of_store(const fs::path& store, const std::string& ending) {
  const std::string file = store.string() + ending;
  const std::string spools = spool_folder(store).string();
  return ending.empty() || ending == "-journal" || ending == "-wal" ||
         ending == "-shm" || file == spools || file.starts_with(spools + '/');
}

}  // namespace

std::string file_time(const std::string& iso_time) {
  std::string result = iso_time;
  std::erase(result, ':');
  return result;
}

void set_aside_if_damaged(const StorePlace& place, const std::string& iso_time,
                          std::vector<std::string>& warnings) {
  const FolderLock lock(place.file);
  const auto damage = damage_of(place);
  if (!damage) return;
  const fs::path aside = free_name(place.file, iso_time);
  for (const char* part : {"-wal", "-shm", ""}) {
    move(place.file.string() + part, aside.string() + part);
  }
  warnings.push_back("the store was damaged (" + *damage + ") and is now " +
                     aside.string() +
                     "; a new one has been begun, into which sqlite3 may "
                     "recover the old one (.recover)");
}

std::unique_ptr<Database> open_store(const StorePlace& place,
                                     const std::string& iso_time,
                                     std::vector<std::string>& warnings,
                                     std::chrono::nanoseconds patience) {
  make_store_folder(place);
  require_untracked(place.file);
  try {
    const FolderLock lock(place.file, patience);
    return opened(place.file, patience);
  } catch (const DatabaseError& error) {
    if (!is_damage(error, place)) throw;
  }
  set_aside_if_damaged(place, iso_time, warnings);
  const FolderLock lock(place.file, patience);
  return opened(place.file, patience);
}

std::unique_ptr<Database> open_store_alone(const fs::path& file) {
  auto database = std::make_unique<Database>(file, Access::kCreate);
  require_store(*database);
  prepare(*database);
  database->execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; "
      "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
  make_store(*database);
  return database;
}

std::unique_ptr<Database> open_existing_store(const fs::path& file,
                                              Access access) {
  require_untracked(file);
  return open_foreign_store(file, access);
}

void require_untracked(const fs::path& file) {
  std::vector<std::string> endings;
  try {
    endings = tracked_endings(file);
  } catch (const std::runtime_error& error) {
    throw FileError(
        file.string() + " may be a file that Git tracks (" + error.what() +
        "), so whoever wrote the repository may have written it; name a store "
        "outside of the repository with -s history=PATH, which takes over what "
        "it has by history import");
  }
  const auto found = std::ranges::find_if(
      endings,
      [&](const std::string& ending) { return is_of_store(file, ending); });
  if (found == endings.end()) return;
  throw FileError(
      file.string() + *found +
      " is a file that Git tracks, so whoever wrote the repository may have "
      "written it; take it out (git rm --cached), or name another store with "
      "-s history=PATH, which takes over what it has by history import");
}

std::unique_ptr<Database> open_foreign_store(const fs::path& file,
                                             Access access) {
  std::error_code error;
  const bool is_empty =
      access == Access::kRead && fs::file_size(file, error) == 0;
  if (is_empty || !fs::is_regular_file(file, error)) {
    throw FileError("there is no store " + file.string() +
                    "; it is made by the first measurement, or name another "
                    "with -s history=PATH");
  }
  auto database = std::make_unique<Database>(file, access);
  require_store(*database);
  database->execute("PRAGMA foreign_keys = ON");
  const bool is_read =
      access == Access::kRead || access == Access::kReadForeign;
  if (!is_read) make_store(*database);
  return database;
}

}  // namespace spl::runner
