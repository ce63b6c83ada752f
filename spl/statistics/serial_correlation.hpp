#pragma once

#include <cstddef>
#include <span>

namespace spl::statistics {

/// The fewest contrasts whose correlation is computed.
inline constexpr std::size_t kUnitsForCorrelation = 27;

/// Returns the correlation r of neighbouring contrasts of blocks in the order
/// of time, clipped at twice their median size, as
/// z = (r + 1/n) sqrt(n) sqrt(n / (n - 1)). If blocks are independent, z is
/// about normal. 0 for fewer than 27 contrasts, or if nothing varies.
[[nodiscard]] double serial_correlation(std::span<const double> contrasts);

}  // namespace spl::statistics
