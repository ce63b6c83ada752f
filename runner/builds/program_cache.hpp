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
#include "runner/system/file_lock.hpp"

/// Built programs that are kept, under the hash of all that went into them.
/// Several processes use one cache at once. What cannot be read or written is
/// a FileError.
namespace spl::runner {

/// A file to be kept.
struct StoredFile {
  std::filesystem::path from;
  std::filesystem::path relative;  ///< To the folder of the entry.
};

/// What an entry consists of, and what it depends on that its hash does not
/// tell.
struct ProgramFiles {
  std::vector<StoredFile> files;
  std::vector<OutsideFile> outside;
};

/// A part of the cache that is removed as a whole: a program, a build slot, the
/// log of a build or, among what trim() removes, a single object.
struct CacheEntry {
  enum class Kind { kProgram, kSlot, kLog, kObject };
  Kind kind = Kind::kProgram;
  std::string what;  ///< Of a program the revision, for a reader.
  std::uintmax_t size = 0;
  std::int64_t used = 0;         ///< Seconds since 1970.
  std::filesystem::path folder;  ///< Of a log or an object its file.
};

class ProgramCache {
 public:
  /// The folder is made when it is needed.
  ProgramCache(std::filesystem::path folder, std::uintmax_t limit);
  ~ProgramCache();
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  /// The folder with the files of a hash, which stay there as long as this
  /// object lives, unless find_or_store() finds them out of date; nothing if
  /// there are none. Files that are not as they were stored count as absent,
  /// and so do those that depend on a file outside that has changed; `flaw`
  /// then says so: "... because FLAW".
  [[nodiscard]] std::optional<std::filesystem::path> find(
      const std::string& hash, std::string& flaw);

  /// Waits until nobody builds the hash. If it is there then, it is given back
  /// as by find(); otherwise `make` names the files, which are stored. What
  /// `make` throws goes on to the caller.
  [[nodiscard]] std::filesystem::path find_or_store(
      const std::string& hash, const std::string& what,
      const std::function<ProgramFiles()>& make);

  /// Removes what was not used longest until all of it is within the limit;
  /// what any process uses stays.
  void trim();

  /// Programs, build slots and logs, the last used first; compiled objects as
  /// one.
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
  /// What nobody uses; whether it is gone.
  [[nodiscard]] bool remove(const CacheEntry& entry) const;
  [[nodiscard]] bool remove_log(const std::filesystem::path& log) const;
  void forget(const std::string& hash);
  [[nodiscard]] bool is_sound(const std::string& hash, std::string& flaw) const;
  void store(const std::string& hash, const std::string& what,
             const ProgramFiles& program) const;

  std::filesystem::path folder_;
  std::uintmax_t limit_;
  /// Shared by those who use a program, and held alone by who builds it. By
  /// hash; guarded by the next.
  std::map<std::string, std::unique_ptr<FileLock>> used_;
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

/// `2.5 GB`, `300 kB`
[[nodiscard]] std::string size_text(std::uintmax_t bytes);

/// What --list-cache prints.
[[nodiscard]] std::string listing(const ProgramCache& cache);

}  // namespace spl::runner
