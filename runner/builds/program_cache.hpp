#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/builds/outside_files.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/system/file_lock.hpp"

/// Built programs that are kept, under the hash of all that went into them.
/// Several processes use one cache at once. A file that cannot be read or
/// written is a FileError.
namespace spl::runner {

/// A file to be kept.
struct StoredFile {
  std::filesystem::path from;
  std::filesystem::path relative;  ///< To the folder of the entry.
};

/// The files of an entry, and the files it depends on that are not in its hash.
struct ProgramFiles {
  std::vector<StoredFile> files;
  std::vector<OutsideFile> outside;
};

/// A part of the cache that is removed as a whole: a program, a build slot, the
/// log of a build or, among what trim() removes, a single object.
struct CacheEntry {
  enum class Kind { kProgram, kSlot, kLog, kObject };
  Kind kind = Kind::kProgram;
  std::string what;  ///< For a reader; of a program, the revision.
  std::uintmax_t size = 0;
  std::int64_t used = 0;         ///< Seconds since 1970.
  std::filesystem::path folder;  ///< The file of a log or an object.
};

class ProgramCache {
 public:
  /// Makes the folder when it is needed.
  ProgramCache(std::filesystem::path folder, std::uintmax_t limit);
  ~ProgramCache();
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  /// Returns the folder with the files of a hash, which stay there as long as
  /// this object lives, unless find_or_store() finds them out of date; nothing
  /// if there are none. Files that are not as they were stored count as absent,
  /// and so do those that depend on a file outside that has changed; `flaw`
  /// then says so: "... because FLAW".
  [[nodiscard]] std::optional<std::filesystem::path> find(
      const std::string& hash, std::string& flaw);

  /// Returns the content of a file of each program that has it, by hash.
  [[nodiscard]] std::map<std::string, std::string> contents(
      const std::filesystem::path& file) const;

  /// Waits until nobody builds the hash. Returns its folder, as find() does, if
  /// there is one by then; otherwise stores the files that `make` names.
  /// Exceptions of `make` go on to the caller. Calls `wait` before it waits.
  [[nodiscard]] std::filesystem::path find_or_store(
      const std::string& hash, const std::string& what,
      const std::function<ProgramFiles()>& make,
      const std::function<void()>& wait = {});

  /// Removes the entries that were not used longest until the cache is within
  /// the limit. An entry that any process uses stays.
  void trim();

  /// Lists programs, build slots and logs, the last used first; all compiled
  /// objects are one entry.
  [[nodiscard]] std::vector<CacheEntry> entries() const;

  [[nodiscard]] std::filesystem::path build_slots() const {
    return folder_ / "lanes";
  }
  [[nodiscard]] std::filesystem::path logs() const { return folder_ / "logs"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  [[nodiscard]] std::filesystem::path programs() const {
    return folder_ / "programs";
  }
  [[nodiscard]] std::filesystem::path objects() const {
    return folder_ / "objects";
  }
  void add_programs(std::vector<CacheEntry>& result) const;
  void add_lanes(std::vector<CacheEntry>& result) const;
  void add_objects(std::vector<CacheEntry>& result) const;
  void add_logs(std::vector<CacheEntry>& result) const;
  /// Removes an entry that nobody uses; returns whether it is gone.
  [[nodiscard]] bool remove(const CacheEntry& entry) const;
  [[nodiscard]] bool remove_log(const std::filesystem::path& log) const;
  void forget(const std::string& hash);
  [[nodiscard]] bool is_sound(const std::string& hash, std::string& flaw) const;
  void store(const std::string& hash, const std::string& what,
             const ProgramFiles& program) const;

  std::filesystem::path folder_;
  std::uintmax_t limit_;
  /// Locks by hash: those who use a program share its lock, and who builds it
  /// has it alone. Guarded by guard_.
  std::map<std::string, std::unique_ptr<FileLock>> used_;
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

/// Formats a size: `2.5 GB`, `300 kB`.
[[nodiscard]] std::string size_text(std::uintmax_t bytes);

/// Returns the text of cache list.
[[nodiscard]] std::string listing(const ProgramCache& cache);

/// Returns the folder where built programs are kept: $XDG_CACHE_HOME/spl or
/// ~/.cache/spl. Throws PlainError if neither variable is set.
[[nodiscard]] std::filesystem::path cache_folder(
    const Environment& environment);

}  // namespace spl::runner
