#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "runner/builds/build_slot.hpp"
#include "runner/builds/slot_build.hpp"

namespace spl::runner {

/// How long builds of a project take, kept from one call to the next: builds in
/// a new build slot apart from later ones, which reuse its objects.
class BuildTimes {
 public:
  /// Of a build that begins now. Kept by recipe and repository, as build slots
  /// are.
  BuildTimes(const BuildSite& site, const BuildSlot& build_slot);

  /// Seconds that the last such build took, if any is known.
  [[nodiscard]] std::optional<double> expected() const;

  /// The build has ended well. What cannot be kept is not known the next time.
  void record() const;

 private:
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace spl::runner
