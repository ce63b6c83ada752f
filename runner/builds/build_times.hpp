#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "runner/builds/build_slot.hpp"
#include "runner/builds/slot_build.hpp"

namespace spl::runner {

/// Reads the seconds that a file has as its first line; nothing if it has none.
[[nodiscard]] std::optional<double> read_seconds(
    const std::filesystem::path& file);

/// Writes seconds for read_seconds(). Throws FileError.
void write_seconds(const std::filesystem::path& file, double seconds);

/// The times of a project's builds, kept from one call to the next. Builds in a
/// new build slot are kept apart from later ones, which reuse its objects.
class BuildTimes {
 public:
  /// Times a build that begins now. Times are kept by recipe and repository, as
  /// build slots are.
  BuildTimes(const BuildSite& site, const BuildSlot& build_slot);

  /// Returns the seconds that the last such build took, if any is known.
  [[nodiscard]] std::optional<double> expected() const;

  /// Keeps the time of the build, which has ended well. A time that cannot be
  /// kept is unknown the next time.
  void record() const;

 private:
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace spl::runner
