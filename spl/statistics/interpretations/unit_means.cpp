#include "spl/statistics/interpretations/unit_means.hpp"

#include <algorithm>

namespace spl::statistics {

Needed needed_of(std::size_t planned, double calls_of_unit) {
  const std::size_t half = planned / 2;
  const std::size_t most = std::min(planned * 4 / 5, kUnitsOfOneInTen);
  const double calls = calls_of_unit * static_cast<double>(half);
  return {std::clamp(std::max(half, most), kFewestUnits, kUnitsForMeans),
          static_cast<std::size_t>(
              std::min(calls, static_cast<double>(kCallsForMeans)))};
}

UnitSides unit_sides(const UnitMeans& means,
                     std::span<const RunSeries> series) {
  const std::size_t units = means.units();
  UnitSides result{std::vector<double>(units, std::max(means.constant, 0.0)),
                   std::vector<double>(units, std::max(-means.constant, 0.0))};
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double coefficient = means.coefficients[i];
    std::vector<double>& side = coefficient > 0 ? result.left : result.right;
    const double size = coefficient > 0 ? coefficient : -coefficient;
    for (std::size_t unit = 0; unit < units; ++unit) {
      side[unit] += size * (series[i].offset + series[i].excesses[unit]);
    }
  }
  return result;
}

}  // namespace spl::statistics
