#pragma once

#include <cstddef>
#include <span>

namespace spl::statistics {

/// With fewer contrasts nothing is said of their correlation.
inline constexpr std::size_t kUnitsForCorrelation = 27;

/// Whether contrasts of blocks, in the order of time, resemble their
/// neighbours, so that blocks are no independent draws: the correlation r of
/// neighbours, clipped at twice their median size, as
/// z = (r + 1/n) sqrt(n) sqrt(n / (n - 1)), about normal where they are
/// independent. 0 of fewer than 27 contrasts, or where nothing varies.
[[nodiscard]] double serial_correlation(std::span<const double> contrasts);

}  // namespace spl::statistics
