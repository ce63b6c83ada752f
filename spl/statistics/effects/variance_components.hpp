#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "spl/statistics/sample.hpp"

/// The sources of variation and the best number of repetitions: Kalibera and
/// Jones, sections 6.1 and 7.1 to 7.6; Kalibera and Tuma, "Precise Regression
/// Benchmarking with Random Effects" (2006), is the case of three levels, and
/// Kalibera, Bulej and Tuma, "Benchmark Precision and Random Initial State"
/// (2005), that of two. Means and half widths have the unit of the values,
/// variances its square.
namespace spl::statistics {

/// Estimates by level, from the lowest on (index 0 is level 1).
struct VarianceComponents {
  double mean = 0;  ///< The mean of all values.
  /// S_i^2, the variance of the means on level i inside their level i+1 (eqs
  /// 6.1 and 7.6; 2006, eqs 14-16: S_E^2, S_B^2, S_V^2); its expectation
  /// includes parts of the levels below. Absent if level i repeats nothing.
  std::vector<std::optional<double>> observed;
  /// T_i^2 = S_i^2 - S_{i-1}^2/r_{i-1}, an unbiased estimate of the variance
  /// that level i itself adds; may be negative. Absent if one of the two is.
  std::vector<std::optional<double>> components;
};

[[nodiscard]] VarianceComponents variance_components(const Hierarchy& data);

/// Data without the levels that add nothing (a component at or below 0; section
/// 6.1). They are merged from the lowest on, with new estimates after each.
struct Reduced {
  Hierarchy data;
  /// The original numbers of the remaining levels.
  std::vector<std::size_t> kept;
};

[[nodiscard]] Reduced without_idle_levels(const Hierarchy& data);

/// Returns the repetitions of levels 1 to n that give the most precise mean at
/// a given cost (eq 14): r_i = sqrt((c_i/c_{i-1}) (v_i/v_{i+1})), c_0 = 1, to
/// be rounded up. `variances` are those of all n+1 levels, positive:
/// components, or observed ones for the optimum of the two earlier papers
/// (2005, eq 8; 2006, eqs 21 and 23, the latter with c_2/q). `costs` are c_1 to
/// c_n: the cost of one more item of level i+1 besides its measurements
/// (warm-up, build, ...), in units of one measurement.
[[nodiscard]] std::vector<double> optimum_counts(
    std::span<const double> variances, std::span<const double> costs);

/// Returns the cost of an experiment of `counts` r_1 to r_{n+1}: (... ((r_1 +
/// c_1) r_2 + c_2) ... + c_n) r_{n+1} (eq 13; 2006, eq 18), in units of one
/// measurement. `costs` are c_1 to c_n as above.
[[nodiscard]] double experiment_cost(std::span<const double> counts,
                                     std::span<const double> costs);

/// A mean and the half width of its confidence interval. The variance of the
/// mean of balanced data (eq 10) is estimated by S_top^2/r_top.
struct MeanInterval {
  double mean = 0;
  double half_width = 0;
};

/// The published variances of the mean and their quantiles.
enum class MeanIntervalForm {
  /// S_top^2/r_top with t of r_top - 1 degrees of freedom (2013, eq 11), the
  /// recommended form. On one level it is Student's interval of a mean.
  kTopLevel,
  /// The sum over levels of S_i^2/(r_i ... r_top) with the normal quantile
  /// (2005, eq 5; 2006, eq 17). The lower levels count twice.
  kSummedNormal,
  /// The same sum with t of r_top ... r_2 (r_1 - 1) degrees of freedom (2005,
  /// for small samples).
  kSummedStudent
};

/// Computes the interval at confidence `level`. Throws std::invalid_argument
/// unless that is in (0, 1). Absent if a level that the form uses repeats
/// nothing.
[[nodiscard]] std::optional<MeanInterval> mean_interval(const Hierarchy& data,
                                                        double level,
                                                        MeanIntervalForm form);

}  // namespace spl::statistics
