#include "runner/builds/program_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runner/git/content_id.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/new_file.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kSchema = 1;
constexpr const char* kFacts = "entry.json";
constexpr const char* kOutside = "outside";
/// The pool of a program's links among its files (link_pool.hpp).
constexpr const char* kKeptLinks = ".links.pool";

std::int64_t last_use(const fs::path& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 ? facts.st_mtim.tv_sec : 0;
}

std::uintmax_t size_of(const fs::path& path) {
  struct stat facts {};
  if (lstat(path.c_str(), &facts) != 0) return 0;
  return static_cast<std::uintmax_t>(facts.st_blocks) * 512;
}

std::uintmax_t size_below(const fs::path& folder) {
  std::uintmax_t sum = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; at != end;
       at.increment(error)) {
    if (error) break;
    if (at.depth() == kMostNested) at.disable_recursion_pending();
    sum += size_of(at->path());
  }
  return sum;
}

bool is_used_later(const CacheEntry& left, const CacheEntry& right) {
  return std::pair(right.used, right.folder) <
         std::pair(left.used, left.folder);
}

/// Removes the links of a program that nobody uses, which are made again in
/// less time than anything else. Returns their size.
std::uintmax_t remove_links(const fs::path& program) {
  const fs::path pool = program / "files" / kKeptLinks;
  std::error_code error;
  if (!fs::exists(pool, error)) return 0;
  FileLock lock(program.string() + ".lock");
  if (!lock.try_to_take()) return 0;
  const std::uintmax_t size = size_below(pool);
  fs::remove_all(pool, error);
  return size;
}

/// Returns whether the lock is of the build that the log reports: a log is
/// named by the beginning of a hash.
bool is_lock_of(const fs::path& lock, const fs::path& log) {
  return lock.extension() == ".lock" &&
         lock.filename().string().starts_with(log.stem().string());
}

}  // namespace

struct ProgramCache::Guard {
  std::mutex mutex;
};

ProgramCache::ProgramCache(fs::path folder, std::uintmax_t limit)
    : folder_(std::move(folder)),
      limit_(limit),
      guard_(std::make_unique<Guard>()) {}

ProgramCache::~ProgramCache() = default;

std::optional<fs::path> ProgramCache::find(const std::string& hash,
                                           std::string& flaw) {
  const fs::path entry = programs() / hash;
  std::error_code error;
  if (!fs::exists(entry, error)) return std::nullopt;
  auto lock = std::make_unique<FileLock>(programs() / (hash + ".lock"));
  lock->take_shared();
  if (!is_sound(hash, flaw)) return std::nullopt;
  utimensat(AT_FDCWD, (entry / kFacts).c_str(), nullptr, 0);
  const std::lock_guard guard(guard_->mutex);
  used_[hash] = std::move(lock);
  return entry / "files";
}

std::map<std::string, std::string> ProgramCache::contents(
    const fs::path& file) const {
  std::map<std::string, std::string> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(programs(), error)) {
    if (entry.path().has_extension()) continue;  // A lock, or not finished.
    const fs::path path = entry.path() / "files" / file;
    if (!fs::is_regular_file(path, error)) continue;
    result[entry.path().filename().string()] = read_file(path);
  }
  return result;
}

fs::path ProgramCache::find_or_store(const std::string& hash,
                                     const std::string& what,
                                     const std::function<ProgramFiles()>& make,
                                     const std::function<void()>& wait) {
  make_cache_folder(programs());
  keep_from_git(folder_);
  constexpr int kMostTimes = 3;  // Others may remove what was stored.
  for (int stored = 0;;) {
    std::string flaw;
    if (const auto found = find(hash, flaw)) return *found;
    if (stored == kMostTimes) {
      throw FileError("cannot keep " + what + " in " + programs().string() +
                      (flaw.empty() ? "" : ": " + flaw));
    }
    forget(hash);  // This process's entry is out of date, or gone.
    FileLock lock(programs() / (hash + ".lock"));
    if (!lock.try_to_take()) {
      if (wait) wait();
      // Whoever builds it has the lock alone; it can be shared afterwards.
      lock.take_shared();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    } else if (!is_sound(hash, flaw)) {
      store(hash, what, make());
      ++stored;
    }
  }
}

void ProgramCache::forget(const std::string& hash) {
  const std::lock_guard guard(guard_->mutex);
  used_.erase(hash);
}

bool ProgramCache::is_sound(const std::string& hash, std::string& flaw) const {
  const fs::path entry = programs() / hash;
  std::error_code error;
  if (!fs::exists(entry, error)) return false;
  flaw = "the stored one was damaged";
  try {
    const json facts = json::parse(read_file(entry / kFacts));
    if (facts.at("schema") != kSchema) return false;
    for (const json& file : facts.at("files")) {
      const fs::path path =
          entry / "files" / file.at("path").get<std::string>();
      if (file_id(path) != file.at("id").get<std::string>()) return false;
    }
    const std::string outside = read_file(entry / kOutside);
    if (facts.at("outside") != content_id(outside)) return false;
    const std::string changed = changed_file(decode_outside_files(outside));
    if (!changed.empty()) {
      flaw = changed + " has changed since";
      return false;
    }
  } catch (const std::exception&) {
    return false;
  }
  flaw.clear();
  return true;
}

void ProgramCache::store(const std::string& hash, const std::string& what,
                         const ProgramFiles& program) const {
  const fs::path entry = programs() / hash;
  const fs::path fresh = programs() / (hash + ".new");
  std::error_code error;
  fs::remove_all(entry, error);
  fs::remove_all(fresh, error);
  json facts{{"schema", kSchema}, {"what", what}, {"files", json::array()}};
  std::uintmax_t size = 0;
  for (const StoredFile& file : program.files) {
    const fs::path to = fresh / "files" / file.relative;
    copy_into_cache(file.from, to);
    size += fs::file_size(to, error);
    facts["files"].push_back(
        {{"path", file.relative.string()}, {"id", file_id(to)}});
  }
  const std::string outside = encode(program.outside);
  write_file(fresh / kOutside, outside);
  facts["outside"] = content_id(outside);
  facts["size"] = size;
  write_file(fresh / kFacts, facts.dump(2) + '\n');
  fs::rename(fresh, entry, error);
  if (error) fail_on_disk("write", entry, error.value());
}

void ProgramCache::add_programs(std::vector<CacheEntry>& result) const {
  std::error_code error;
  for (const auto& one : fs::directory_iterator(programs(), error)) {
    const fs::path facts = one.path() / kFacts;
    if (!fs::exists(facts, error)) continue;
    CacheEntry entry{CacheEntry::Kind::kProgram, "damaged",
                     size_below(one.path()), last_use(facts), one.path()};
    try {
      entry.what = json::parse(read_file(facts)).at("what").get<std::string>();
    } catch (const std::exception&) {
      // It is shown as damaged.
    }
    result.push_back(entry);
  }
}

void ProgramCache::add_lanes(std::vector<CacheEntry>& result) const {
  std::error_code error;
  for (const auto& project : fs::directory_iterator(build_slots(), error)) {
    for (const auto& slot : fs::directory_iterator(project.path(), error)) {
      result.push_back({CacheEntry::Kind::kSlot, "a folder to build in",
                        size_below(slot.path()),
                        last_use(slot.path() / "source"), slot.path()});
    }
  }
}

void ProgramCache::add_logs(std::vector<CacheEntry>& result) const {
  std::error_code error;
  for (const auto& log : fs::directory_iterator(logs(), error)) {
    result.push_back({CacheEntry::Kind::kLog, "the log of a build",
                      size_of(log.path()), last_use(log.path()), log.path()});
  }
}

void ProgramCache::add_objects(std::vector<CacheEntry>& result) const {
  std::error_code error;
  fs::recursive_directory_iterator at(objects(), error);
  for (; !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    std::error_code gone;
    if (!at->is_regular_file(gone)) continue;
    result.push_back({CacheEntry::Kind::kObject, "a compiled object",
                      size_of(at->path()), last_use(at->path()), at->path()});
  }
}

std::vector<CacheEntry> ProgramCache::entries() const {
  std::vector<CacheEntry> result;
  add_programs(result);
  add_lanes(result);
  add_logs(result);
  std::vector<CacheEntry> single;
  add_objects(single);
  if (!single.empty()) {
    CacheEntry all{CacheEntry::Kind::kObject, "compiled objects", 0, 0,
                   objects()};
    for (const CacheEntry& one : single) {
      all.size += one.size;
      all.used = std::max(all.used, one.used);
    }
    result.push_back(all);
  }
  std::ranges::sort(result, is_used_later);
  return result;
}

bool ProgramCache::remove(const CacheEntry& entry) const {
  std::error_code error;
  if (entry.kind == CacheEntry::Kind::kLog) return remove_log(entry.folder);
  if (entry.kind == CacheEntry::Kind::kObject) {
    return fs::remove(entry.folder, error);
  }
  const bool is_slot = entry.kind == CacheEntry::Kind::kSlot;
  FileLock lock(is_slot ? entry.folder / "lock"
                        : fs::path(entry.folder.string() + ".lock"));
  if (!lock.try_to_take()) return false;
  if (!is_slot) {
    remove_folder(entry.folder);
    return true;
  }
  std::vector<fs::path> parts;
  for (const auto& part : fs::directory_iterator(entry.folder, error)) {
    // The lock stays, for somebody may wait for it.
    if (part.path().filename() != "lock") parts.push_back(part.path());
  }
  for (const fs::path& part : parts) remove_folder(part);
  return true;
}

void ProgramCache::trim() {
  std::vector<CacheEntry> all;
  add_programs(all);
  add_lanes(all);
  add_logs(all);
  add_objects(all);
  std::ranges::sort(all, is_used_later);
  std::uintmax_t sum = 0;
  for (const CacheEntry& entry : all) sum += entry.size;
  for (auto oldest = all.rbegin(); oldest != all.rend() && sum > limit_;
       ++oldest) {
    if (oldest->kind != CacheEntry::Kind::kProgram) continue;
    const std::uintmax_t links = remove_links(oldest->folder);
    oldest->size -= links;
    sum -= links;
  }
  for (auto oldest = all.rbegin(); oldest != all.rend() && sum > limit_;
       ++oldest) {
    if (remove(*oldest)) sum -= oldest->size;
  }
}

bool ProgramCache::remove_log(const fs::path& log) const {
  std::vector<std::unique_ptr<FileLock>> locks;
  std::error_code error;
  for (const auto& one : fs::directory_iterator(programs(), error)) {
    if (!is_lock_of(one.path(), log)) continue;
    locks.push_back(std::make_unique<FileLock>(one.path()));
    if (!locks.back()->try_to_take()) return false;
  }
  return fs::remove(log, error);
}

std::string size_text(std::uintmax_t bytes) {
  constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 1000 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  const int digits = size < 10 && unit > 0 ? 1 : 0;
  return fmt::format("{:.{}f} {}", size, digits, kUnits[unit]);
}

std::string listing(const ProgramCache& cache) {
  std::uintmax_t sum = 0;
  std::string lines;
  for (const CacheEntry& entry : cache.entries()) {
    sum += entry.size;
    const std::string used =
        iso_time(std::chrono::system_clock::from_time_t(entry.used));
    lines += fmt::format("  {} {}  {:>8}  {}  {}\n", used.substr(0, 10),
                         used.substr(11, 5), size_text(entry.size),
                         foreign_name(entry.what),
                         foreign_name(entry.folder.string()));
  }
  return foreign_name(cache.folder().string()) + ": " + size_text(sum) + '\n' +
         lines;
}

fs::path cache_folder(const Environment& environment) {
  const auto cache = environment("XDG_CACHE_HOME");
  if (cache && fs::path(*cache).is_absolute()) return fs::path(*cache) / "spl";
  const auto home = environment("HOME");
  if (home && !home->empty()) return fs::path(*home) / ".cache" / "spl";
  throw PlainError(
      "there is no place for the cache of built programs; set XDG_CACHE_HOME "
      "to a folder that can be written");
}

}  // namespace spl::runner
