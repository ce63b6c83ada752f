#pragma once

#include <filesystem>
#include <string>

#include "runner/builds/slot_build.hpp"

/// The names under which programs and build slots are kept.
namespace spl::runner {

/// Returns the folder of a site's build slots: each recipe has its own.
[[nodiscard]] std::filesystem::path build_slots(const BuildSite& site);

/// Returns the hash of all that goes into a program, under which it is kept.
[[nodiscard]] std::string build_hash(const BuildOrder& order,
                                     const BuildSite& site);

/// Joins lines to a text that no other lines make, to be hashed.
[[nodiscard]] std::string joined(const std::vector<std::string>& lines);

}  // namespace spl::runner
