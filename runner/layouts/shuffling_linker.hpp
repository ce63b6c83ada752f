#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spl::runner {

/// A linker that can put the functions and data of a program in a random order.
struct ShufflingLinker {
  std::string name;  ///< The NAME of -fuse-ld=NAME: mold or lld.
  std::filesystem::path path;
};

/// Returns mold and lld as far as they are in the PATH of the environment,
/// which has "NAME=value" variables.
[[nodiscard]] std::vector<ShufflingLinker> shuffling_linkers(
    const std::vector<std::string>& environment);

/// Returns the first of the shuffling_linkers.
[[nodiscard]] std::optional<ShufflingLinker> find_shuffling_linker(
    const std::vector<std::string>& environment);

/// Returns the option that the linker itself takes for a random order. The same
/// seed gives the same order.
[[nodiscard]] std::string shuffle_option(const ShufflingLinker& linker,
                                         std::uint32_t seed);

/// The variable that names the folder where links are recorded.
inline constexpr const char* kLinkRecords = "SPL_LINKS";

/// Returns the flags that make compilers link by the linker and record each
/// link in the folder of kLinkRecords. Makes a stand-in for the linker below
/// `cache`. Throws FileError.
[[nodiscard]] std::string recording_flags(const ShufflingLinker& linker,
                                          const std::filesystem::path& cache);

}  // namespace spl::runner
