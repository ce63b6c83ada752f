#include "runner/builds/build_times.hpp"

#include <charconv>
#include <string>

#include "runner/builds/build_hash.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongest = 32;  ///< Characters of a number.

bool has_nothing(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(folder, error) || fs::is_empty(folder, error);
}

}  // namespace

std::optional<double> read_seconds(const fs::path& file) {
  try {
    const std::string text = read_file(file, kLongest);
    double seconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && seconds > 0) return seconds;
  } catch (const FileError&) {
    // Nothing was built yet.
  }
  return std::nullopt;
}

void write_seconds(const fs::path& file, double seconds) {
  write_file(file, std::to_string(seconds) + '\n');
}

BuildTimes::BuildTimes(const BuildSite& site, const BuildSlot& build_slot)
    : file_(site.cache / "times" /
            (build_slots(site).filename().string() +
             (has_nothing(build_slot.build()) ? "-empty" : "-reused"))),
      begun_(std::chrono::steady_clock::now()) {}

std::optional<double> BuildTimes::expected() const {
  return read_seconds(file_);
}

void BuildTimes::record() const {
  const std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - begun_;
  std::error_code error;
  fs::create_directories(file_.parent_path(), error);
  try {
    write_seconds(file_, taken.count());
  } catch (const FileError&) {
    // The time is only a convenience.
  }
}

}  // namespace spl::runner
