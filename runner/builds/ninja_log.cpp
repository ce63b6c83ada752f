#include "runner/builds/ninja_log.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

namespace spl::runner {
namespace {

constexpr std::string_view kSignature = "# ninjadeps\n";
constexpr std::uint32_t kVersion = 4;
constexpr std::uint32_t kOfDependencies = 0x80000000;  ///< In a record's size.
constexpr std::size_t kWord = 4;

/// Goes through a log: a signature, a version, and records. A record of a path
/// has the path, padded with zero bytes to whole words, and a checksum; paths
/// are numbered from 0. A record of dependencies has the number of the file
/// that was made, its time in two words, and the numbers of the files it
/// depends on.
class Log {
 public:
  explicit Log(std::string_view content) : rest_(content) {}

  using Dependencies =
      std::map<std::string_view, std::vector<std::string_view>>;

  bool begins() {
    if (!rest_.starts_with(kSignature)) return false;
    rest_.remove_prefix(kSignature.size());
    return word() == kVersion;
  }

  Dependencies read(const std::function<bool(std::string_view)>& is_wanted) {
    std::map<std::uint32_t, Log> last;  // The last record of a file counts.
    while (const auto size = word()) {
      const std::size_t bytes = *size & ~kOfDependencies;
      if (bytes > rest_.size() || bytes % kWord != 0) break;
      Log record(rest_.substr(0, bytes));
      rest_.remove_prefix(bytes);
      if ((*size & kOfDependencies) != 0) {
        const auto made = record.word();
        if (made) last.insert_or_assign(*made, record);
      } else if (bytes >= kWord) {
        add_path(record.rest_);
      }
    }
    Dependencies result;
    for (auto& [made, record] : last) {
      if (made >= paths_.size() || !is_wanted(paths_[made])) continue;
      const bool has_time = record.word() && record.word();
      if (has_time) result[paths_[made]] = paths_of(record);
    }
    return result;
  }

 private:
  std::optional<std::uint32_t> word() {
    if (rest_.size() < kWord) return std::nullopt;
    std::uint32_t result = 0;
    std::memcpy(&result, rest_.data(), kWord);
    rest_.remove_prefix(kWord);
    return result;
  }

  void add_path(std::string_view record) {
    record.remove_suffix(kWord);
    while (record.ends_with('\0')) record.remove_suffix(1);
    paths_.emplace_back(record);
  }

  [[nodiscard]] std::vector<std::string_view> paths_of(Log& record) const {
    std::vector<std::string_view> found;
    while (const auto number = record.word()) {
      if (*number < paths_.size()) found.push_back(paths_[*number]);
    }
    return found;
  }

  std::string_view rest_;
  std::vector<std::string_view> paths_;
};

}  // namespace

std::map<std::string_view, std::vector<std::string_view>> ninja_dependencies(
    std::string_view content,
    const std::function<bool(std::string_view)>& is_wanted) {
  Log log(content);
  if (!log.begins()) return {};
  return log.read(is_wanted);
}

}  // namespace spl::runner
