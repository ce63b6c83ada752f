#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Built programs that are kept, under the hash of all that went into them.
/// Several processes use one cache at once. What cannot be read or written is
/// a FileError.
namespace spl::runner {

/// A file to be kept.
struct StoredFile {
  std::filesystem::path from;
  std::filesystem::path relative;  ///< To the folder of the entry.
};

/// What is kept of one hash.
struct CacheEntry {
  std::string what;  ///< The revision, for a reader.
  std::uintmax_t size = 0;
  std::int64_t used = 0;  ///< Seconds since 1970.
  std::filesystem::path folder;
};

class ProgramCache {
 public:
  /// The folder is made when it is needed.
  ProgramCache(std::filesystem::path folder, std::uintmax_t limit);
  ~ProgramCache();
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  /// The folder with the files of a hash, which stay there as long as this
  /// object lives; nothing if there are none. Files that are not as they were
  /// stored count as absent, and `damaged` tells.
  [[nodiscard]] std::optional<std::filesystem::path> find(
      const std::string& hash, bool& damaged);

  /// Waits until nobody builds the hash. If it is there then, it is given back
  /// as by find(); otherwise `make` tells the files, which are stored. What
  /// `make` throws goes on to the caller.
  [[nodiscard]] std::filesystem::path find_or_store(
      const std::string& hash, const std::string& what,
      const std::function<std::vector<StoredFile>()>& make);

  /// Removes what was not used longest until all of it is within the limit;
  /// what any process uses stays.
  void trim();

  /// Programs and lanes, the last used first.
  [[nodiscard]] std::vector<CacheEntry> entries() const;

  [[nodiscard]] std::filesystem::path lanes() const {
    return folder_ / "lanes";
  }
  [[nodiscard]] std::filesystem::path logs() const { return folder_ / "logs"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  class Lock;
  [[nodiscard]] std::filesystem::path programs() const {
    return folder_ / "programs";
  }
  [[nodiscard]] bool is_sound(const std::string& hash, bool& damaged) const;
  void store(const std::string& hash, const std::string& what,
             const std::vector<StoredFile>& files) const;

  std::filesystem::path folder_;
  std::uintmax_t limit_;
  std::vector<std::unique_ptr<Lock>> used_;  ///< Guarded by the next.
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

/// `2.5 GB`, `300 kB`
[[nodiscard]] std::string size_text(std::uintmax_t bytes);

/// What --list-cache prints.
[[nodiscard]] std::string listing(const ProgramCache& cache);

}  // namespace spl::runner
