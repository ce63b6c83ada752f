#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace spl::runner {

/// The largest file that processes exchange: 64 MiB.
inline constexpr std::uintmax_t kMostExchanged = std::uintmax_t{64} << 20;

/// Reads a file that another process was to write, and that it may have put
/// anything in the place of. Links are not followed, pipes are not waited for,
/// and devices and larger files are refused. Throws FileError.
[[nodiscard]] std::string read_exchanged_file(
    const std::filesystem::path& path);

}  // namespace spl::runner
