#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spl/logic/parts.hpp"

/// The answers of the parts, and of tests of a single statistic, about made-up
/// measurements, over statistics, forms of sides, numbers of units, factors and
/// shapes of noise.
namespace spl::logic {

/// A relation with the units of its performances.
struct Answered {
  std::vector<std::vector<double>> series;      ///< Typical calls of each unit.
  std::vector<double> coefficients;             ///< Of left - right.
  std::vector<std::vector<double>> plain = {};  ///< All calls; or as typical.
  double constant = 0;
  Sign sign = Sign::kLessEqual;
  statistics::OfParts shares = statistics::kBothShares;
  /// What represents a run if that alone decides, and not the parts.
  std::optional<statistics::RunStatistic> alone = std::nullopt;
};

/// Answers at one look, at an alpha of 1 %, with 50 calls a unit.
[[nodiscard]] PartsDecision answer(const Answered& one);

/// How many answers were wrong, of identical code.
struct Rate {
  std::string cell;  ///< Statistic, form and shape of noise.
  std::string finding;
  std::size_t units = 0;
  std::size_t count = 0;
  std::size_t of = 0;

  /// Returns the lower end of the interval of 95 %.
  [[nodiscard]] double least() const;
};

struct Matrix {
  std::string cells;  ///< How the names of the cells begin that are run.
  std::vector<std::size_t> units;
  std::vector<double> factors = {0.001, 0.02, 0.3, 0.6,  0.8, 0.9,
                                 0.95,  0.98, 1,   1.03, 1.1, 1.3,
                                 1.65,  2.5,  4,   30,   1000};
  std::uint64_t first_seed = 1;
  std::size_t seeds = 1;
};

struct MatrixResult {
  /// Cells in which answers are not monotone in the factor, disagree with the
  /// ranges that are shown, hold although the left side grew, or hold although
  /// every unit shows more than a quarter against them; ranges that depend on
  /// the factor, or whose ratio is outside.
  std::vector<std::string> disagreements;
  std::vector<Rate> rates;  ///< At the factor 1, by statistic and form.
};

[[nodiscard]] MatrixResult run(const Matrix& matrix);

/// Returns how the names of cells of each statistic and form begin.
[[nodiscard]] std::vector<std::string> kinds_of_cells();

/// Returns the rates that are above alpha, 1 %. There are thousands, so those
/// whose interval says so are drawn anew, with so many times as many seeds, and
/// what the new draws say is taken.
[[nodiscard]] std::vector<std::string> rates_above_alpha(
    const Matrix& matrix, const std::vector<Rate>& rates, std::size_t times);

}  // namespace spl::logic
