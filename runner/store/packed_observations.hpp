#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The observations of a run in few bytes, without loss. laboratory/store.md
/// has the format.
namespace spl::runner {

/// Packs observations, each the mean of so many iterations. Times of clocks are
/// whole numbers of ticks over the iterations: these are kept as differences,
/// in one or two bytes each instead of eight.
[[nodiscard]] std::string packed(std::span<const double> observations,
                                 std::uint64_t iterations);

/// Returns what packed() was given. Throws std::runtime_error for bytes that
/// packed() does not make.
[[nodiscard]] std::vector<double> unpacked(std::string_view bytes);

/// Returns the same of bytes in this database: at least one observation, and
/// none that cannot be calculated with. Throws DatabaseError that names the
/// file.
[[nodiscard]] std::vector<double> unpacked(std::string_view bytes,
                                           const std::filesystem::path& file);

}  // namespace spl::runner
