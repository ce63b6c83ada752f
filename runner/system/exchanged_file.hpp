#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace spl::runner {

/// The largest file that processes exchange: 64 MiB.
inline constexpr std::uintmax_t kMostExchanged = std::uintmax_t{64} << 20;

/// Reads a file that another process was expected to write and may have
/// replaced by anything. Does not follow links or wait for pipes; refuses
/// devices and larger files. Throws FileError.
[[nodiscard]] std::string read_exchanged_file(
    const std::filesystem::path& path);

}  // namespace spl::runner
