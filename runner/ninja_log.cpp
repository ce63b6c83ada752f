#include "runner/ninja_log.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

namespace spl::runner {
namespace {

constexpr std::string_view kSignature = "# ninjadeps\n";
constexpr std::uint32_t kVersion = 4;
constexpr std::uint32_t kOfDependencies = 0x80000000;  ///< In a record's size.
constexpr std::size_t kWord = 4;

/// Goes through a log: a signature, a version, and records. One of a path has
/// the path, padded with zero bytes to whole words, and a checksum; paths are
/// numbered from 0. One of dependencies has the number of the file that was
/// made, its time in two words, and the numbers of what it depends on.
class Log {
 public:
  explicit Log(std::string_view content) : rest_(content) {}

  bool begins() {
    if (!rest_.starts_with(kSignature)) return false;
    rest_.remove_prefix(kSignature.size());
    return word() == kVersion;
  }

  std::map<std::string, std::vector<std::string>> read() {
    while (const auto size = word()) {
      const std::size_t bytes = *size & ~kOfDependencies;
      if (bytes > rest_.size() || bytes % kWord != 0) break;
      Log record(rest_.substr(0, bytes));
      rest_.remove_prefix(bytes);
      if ((*size & kOfDependencies) != 0) {
        add_dependencies(record);
      } else if (bytes >= kWord) {
        add_path(record.rest_);
      }
    }
    return std::move(dependencies_);
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

  /// The last record of a file counts.
  void add_dependencies(Log& record) {
    const auto made = record.word();
    const bool has_time = record.word() && record.word();
    if (!made || !has_time || *made >= paths_.size()) return;
    std::vector<std::string> found;
    while (const auto number = record.word()) {
      if (*number < paths_.size()) found.push_back(paths_[*number]);
    }
    dependencies_[paths_[*made]] = std::move(found);
  }

  std::string_view rest_;
  std::vector<std::string> paths_;
  std::map<std::string, std::vector<std::string>> dependencies_;
};

}  // namespace

std::map<std::string, std::vector<std::string>> ninja_dependencies(
    std::string_view content) {
  Log log(content);
  if (!log.begins()) return {};
  return log.read();
}

}  // namespace spl::runner
