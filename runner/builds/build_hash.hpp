#pragma once

#include <filesystem>
#include <string>

#include "runner/builds/slot_build.hpp"

/// What programs and build slots are kept under.
namespace spl::runner {

/// Where the build slots of a site are: each recipe has its own.
[[nodiscard]] std::filesystem::path build_slots(const BuildSite& site);

/// Under what a program is kept: a hash of all that goes into it.
[[nodiscard]] std::string build_hash(const BuildOrder& order,
                                     const BuildSite& site);

/// The lines as a text that no other lines make, to be hashed.
[[nodiscard]] std::string joined(const std::vector<std::string>& lines);

}  // namespace spl::runner
