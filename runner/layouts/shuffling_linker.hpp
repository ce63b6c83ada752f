#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spl::runner {

/// A linker that can put the functions and data of a program in a random order.
struct ShufflingLinker {
  std::string name;  ///< As in -fuse-ld=NAME: mold or lld.
  std::filesystem::path path;
};

/// Those of mold and lld that are in PATH of "NAME=value" variables.
[[nodiscard]] std::vector<ShufflingLinker> shuffling_linkers(
    const std::vector<std::string>& environment);

/// The first of them.
[[nodiscard]] std::optional<ShufflingLinker> find_shuffling_linker(
    const std::vector<std::string>& environment);

/// What the linker itself takes. The same seed gives the same order.
[[nodiscard]] std::string shuffle_option(const ShufflingLinker& linker,
                                         std::uint32_t seed);

/// The variable that names the folder where links are recorded.
inline constexpr const char* kLinkRecords = "SPL_LINKS";

/// What compilers take so that they link by the linker and each link is
/// recorded where kLinkRecords says. Makes a stand-in for the linker below
/// `cache`. Throws FileError.
[[nodiscard]] std::string recording_flags(const ShufflingLinker& linker,
                                          const std::filesystem::path& cache);

}  // namespace spl::runner
