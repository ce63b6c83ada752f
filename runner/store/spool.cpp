#include "runner/store/keeper.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>
#include <system_error>

#include "runner/store/exchange.hpp"
#include "runner/store/guarded_files.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/files.hpp"
#include "runner/system/host_facts.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLive = ".live";
constexpr const char* kReady = ".ready";
constexpr const char* kUnread = ".unread";
constexpr char kBetween = '~';

bool is_alive(pid_t process) { return kill(process, 0) == 0 || errno == EPERM; }

/// Whether the file `HOST~PROCESS~UUID.live` is of a process that ended here.
bool is_left(const std::string& name) {
  const std::string begin = host_name() + kBetween;
  if (!name.starts_with(begin) || !name.ends_with(kLive)) return false;
  pid_t process = 0;
  const char* digits = name.data() + begin.size();
  const auto read = std::from_chars(digits, name.data() + name.size(), process);
  return read.ec == std::errc() && *read.ptr == kBetween && process > 0 &&
         !is_alive(process);
}

constexpr std::string_view kSides[] = {"-journal", "-wal", "-shm"};

/// A link could be part of somebody's repository, and a folder of whoever may
/// not write the store.
bool is_folder(const fs::path& path, const fs::path& store) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error)) &&
         is_of_writer(path, store);
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

/// Removes a file that was taken over, and what SQLite left beside it if its
/// process was killed.
void remove_spool(const fs::path& spool) {
  std::error_code error;
  fs::remove(spool, error);
  for (const std::string_view side : kSides) {
    fs::remove(spool.string() + std::string(side), error);
  }
}

/// Removes what was left beside a file that another process took over.
void remove_side_without_file(const fs::path& path) {
  std::error_code error;
  for (const std::string_view side : kSides) {
    std::string file = path.string();
    if (!file.ends_with(side)) continue;
    file.resize(file.size() - side.size());
    const std::string name = fs::path(file).filename().string();
    const bool is_ended = name.ends_with(kReady) || is_left(name);
    if (is_ended && !fs::exists(file, error)) fs::remove(path, error);
  }
}

void take_over_one(const fs::path& spool, Database& into) {
  // A killed process leaves changes in part, which writers take back.
  (void)open_existing_store(spool, Database::Access::kWrite);
  import_store(into, spool);
}

void set_aside(const fs::path& spool, const std::string& why,
               std::vector<std::string>& warnings) {
  std::error_code error;
  fs::rename(spool, spool.string() + kUnread, error);
  warnings.push_back(
      "what another process has measured cannot be read and is "
      "left in " +
      spool.string() + kUnread + " (" + why + ")");
}

}  // namespace

Spool::Spool(const fs::path& store) {
  const fs::path folder = spool_folder(store);
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && !is_folder(folder, store)) {
    throw FileError(folder.string() +
                    " is a link, or of a user who may not write the store; "
                    "remove it");
  }
  if (error) {
    throw FileError("cannot make " + folder.string() + ": " + error.message());
  }
  file_ = folder / (host_name() + kBetween + std::to_string(getpid()) +
                    kBetween + to_text(random_uuid()) + kLive);
}

Spool::~Spool() {
  std::error_code error;
  fs::rename(file_, fs::path(file_).replace_extension(kReady), error);
}

std::vector<fs::path> ready_spools(const fs::path& store) {
  std::vector<fs::path> result;
  const fs::path folder = spool_folder(store);
  if (!is_folder(folder, store)) return result;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (!is_file(at->path()) || !is_of_writer(at->path(), store)) continue;
    const std::string name = at->path().filename().string();
    if (name.ends_with(kReady) || is_left(name)) result.push_back(at->path());
    remove_side_without_file(at->path());
  }
  std::ranges::sort(result);
  return result;
}

void take_over(const std::vector<fs::path>& spools, Database& into,
               std::vector<std::string>& warnings) {
  for (const fs::path& spool : spools) {
    std::error_code error;
    try {
      // An empty one would become a store first.
      if (fs::file_size(spool, error) != 0) take_over_one(spool, into);
      remove_spool(spool);
    } catch (const DatabaseError& failure) {
      if (failure.kind() == DatabaseError::Kind::kBusy) throw;
      if (failure.kind() == DatabaseError::Kind::kUnwritten) {
        const std::string why = failure.what();
        if (!why.starts_with(spool.string())) throw;
        warnings.push_back("what another process has measured is not stored: " +
                           why);
        continue;  // As a file of another user.
      }
      set_aside(spool, failure.what(), warnings);
    } catch (const std::runtime_error& failure) {
      // Another process may have taken it over.
      if (fs::exists(spool, error)) set_aside(spool, failure.what(), warnings);
    }
  }
}

}  // namespace spl::runner
