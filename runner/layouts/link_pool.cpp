#include "runner/layouts/link_series.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "runner/git/content_id.hpp"
#include "runner/system/file_lock.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kFiles = "files";
constexpr const char* kFacts = "link.json";
/// The beginning of names of unfinished links, which nobody takes.
constexpr const char* kFresh = "new.";

/// Reads the seed that is a name. Returns false if the name is no seed.
bool read_seed(const std::string& name, std::uint32_t& seed) {
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(name.data(), end, seed);
  return read.ec == std::errc() && read.ptr == end;
}

std::uintmax_t bytes_below(const fs::path& folder) {
  std::uintmax_t sum = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end;
       !error && at != end; at.increment(error)) {
    struct stat facts {};
    if (lstat(at->path().c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
      sum += static_cast<std::uintmax_t>(facts.st_size);
    }
  }
  return sum;
}

/// Makes a second tree of the same files: a program stays while it is measured,
/// even if the first tree is removed.
void link_tree(const fs::path& from, const fs::path& to) {
  fs::copy(from, to,
           fs::copy_options::recursive | fs::copy_options::create_hard_links |
               fs::copy_options::copy_symlinks);
}

/// Returns the facts of a link of one pack: the content of files, the targets
/// of symbolic links.
json facts_of(const fs::path& folder, const std::string& pack) {
  json facts{{"pack", pack}, {"files", json::object()}};
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_symlink()) {
      facts["files"][name] = "-> " + fs::read_symlink(entry.path()).string();
    } else if (entry.is_regular_file()) {
      facts["files"][name] = file_id(entry.path());
    }
  }
  return facts;
}

}  // namespace

/// The lock for changes of the pool.
class LinkPool::Lock {
 public:
  explicit Lock(const fs::path& folder) {
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    try {
      file_.emplace(folder / "lock");
      is_held_ = file_->take_alone();
    } catch (const FileError&) {
      // Nothing is changed then.
    }
  }

  [[nodiscard]] bool is_held() const { return is_held_; }

 private:
  std::optional<FileLock> file_;
  bool is_held_ = false;
};

struct LinkPool::Entry {
  fs::path path;
  fs::file_time_type made;
  std::uintmax_t bytes = 0;
};

LinkPool::LinkPool(const fs::path& pack) : folder_(pack.string() + ".pool") {
  try {
    pack_ = file_id(pack / kPackFacts);
  } catch (const std::exception&) {
    // Then it has no links.
  }
}

std::vector<std::uint32_t> LinkPool::seeds() const {
  std::vector<std::uint32_t> result;
  for (const Entry& entry : oldest_first()) {
    std::uint32_t seed = 0;
    if (read_seed(entry.path.filename().string(), seed)) result.push_back(seed);
  }
  std::ranges::sort(result);
  return result;
}

bool LinkPool::take(std::uint32_t seed, const fs::path& to) const {
  const fs::path entry = folder_ / std::to_string(seed);
  bool is_damaged = true;
  try {
    const json facts = json::parse(read_file(entry / kFacts));
    fs::create_directories(to.parent_path());
    link_tree(entry / kFiles, to);
    if (facts == facts_of(to, pack_)) return true;
  } catch (const fs::filesystem_error&) {
    is_damaged = false;  // There is no room, or another process retired it.
  } catch (const std::exception&) {
    // The facts of the link cannot be read.
  }
  std::error_code ignored;
  fs::remove_all(to, ignored);
  if (!is_damaged) return false;
  const Lock lock(folder_);
  if (lock.is_held()) fs::remove_all(entry, ignored);
  return false;
}

LinkPool::Kept LinkPool::keep(std::uint32_t seed, const fs::path& from,
                              WhenFull when_full) const {
  const Lock lock(folder_);
  if (!lock.is_held() || pack_.empty()) return Kept::kNo;
  const fs::path entry = folder_ / std::to_string(seed);
  std::error_code error;
  if (fs::exists(entry, error)) return Kept::kNo;
  std::uintmax_t bytes = bytes_below(from);
  const std::vector<Entry> others = oldest_first();
  for (const Entry& one : others) bytes += one.bytes;
  const bool is_full = others.size() >= kMostLinks || bytes > kMostBytes;
  if (is_full && (others.empty() || when_full == WhenFull::kLeave)) {
    return Kept::kNo;
  }
  if (is_full && bytes - others.front().bytes > kMostBytes) return Kept::kNo;
  const fs::path fresh = folder_ / (kFresh + std::to_string(seed));
  const bool is_whole = copy(from, fresh);
  if (is_whole) fs::rename(fresh, entry, error);
  if (!is_whole || error) {
    fs::remove_all(fresh, error);
    return Kept::kNo;
  }
  if (!is_full) return Kept::kBesides;
  fs::remove_all(others.front().path, error);
  return Kept::kInsteadOfOldest;
}

void LinkPool::retire(std::size_t count) const {
  if (count == 0) return;
  const Lock lock(folder_);
  if (!lock.is_held()) return;
  const std::vector<Entry> all = oldest_first();
  std::error_code ignored;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i) {
    fs::remove_all(all[i].path, ignored);
  }
}

std::vector<LinkPool::Entry> LinkPool::oldest_first() const {
  std::vector<Entry> result;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end;
       at.increment(error)) {
    std::uint32_t seed = 0;
    if (!read_seed(at->path().filename().string(), seed)) continue;
    std::error_code is_gone;
    const auto made = fs::last_write_time(at->path() / kFacts, is_gone);
    if (is_gone) continue;
    result.push_back({at->path(), made, bytes_below(at->path() / kFiles)});
  }
  std::ranges::sort(result, [](const Entry& a, const Entry& b) {
    return std::tie(a.made, a.path) < std::tie(b.made, b.path);
  });
  return result;
}

bool LinkPool::copy(const fs::path& from, const fs::path& fresh) const {
  try {
    // A process that was killed here has left it: this process holds the lock.
    for (const auto& one : fs::directory_iterator(folder_)) {
      if (one.path().filename().string().starts_with(kFresh)) {
        fs::remove_all(one.path());
      }
    }
    fs::create_directory(fresh);
    link_tree(from, fresh / kFiles);
    write_file(fresh / kFacts, facts_of(fresh / kFiles, pack_).dump() + '\n');
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace spl::runner
