#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"

/// The data of the figures, which page.js draws when a row is opened: a page of
/// a thousand relations would be several times as large with all drawings.
namespace spl::runner {

/// Collects the data of rows. The report outlives it.
class Figures {
 public:
  explicit Figures(const Report& report);

  /// Adds a row about a relation.
  void add(const RelationReport& relation);
  /// Adds a row about one performance.
  void add(const logic::Performance& performance);

  /// Returns `{"names": [...], "performances": [...], "rows": [...]}`. A name
  /// is [name without arguments, unit]. A performance is [position of its name,
  /// arguments, observations, median, within, between, runs' lowest and
  /// highest, runs, observations' lowest and highest, histogram], or ends after
  /// its arguments if it failed: within and between are standard deviations as
  /// fractions of the mean, of observations and of runs without their
  /// observations' part; the runs are the statistics of the runs in order, a
  /// digit of base 64 each, from the lowest to the highest; the histogram has a
  /// digit for each of its bins, from 0 to the most frequent, and leaves out
  /// the lowest and the highest 0.5 %. A row has the positions of its
  /// performances and the deviation between layouts, or null.
  [[nodiscard]] std::string json() const;

 private:
  /// The position of each performance in the report, or of several if groups
  /// of relations measured it separately.
  std::multimap<logic::Performance, std::size_t> places_;
  const Report& report_;
  std::vector<std::size_t> used_;           ///< Positions in the report.
  std::map<std::size_t, std::size_t> ids_;  ///< Their positions in used_.
  std::string rows_;

  [[nodiscard]] std::vector<std::size_t> places_of(
      const RelationReport& relation) const;
  void add_row(const std::vector<std::size_t>& places,
               const std::optional<double>& layouts);
};

/// A ratio to draw; both limits, or none.
struct PlottedRatio {
  double estimate = 1;
  std::optional<double> lower;
  std::optional<double> upper;
};

/// Returns the place of a ratio on the scale, from 0 to kPlotWidth: 1 is in the
/// middle, changes below some 2 % are in proportion, and greater ones are on a
/// logarithmic scale. What is beyond a factor of 16 is at the end.
[[nodiscard]] double place_on_scale(double ratio);

inline constexpr double kPlotWidth = 200;

/// Returns an SVG of both ratios: the first above as a broad bar with a large
/// dot, the second below as a thin line with a stroke. Empty without any.
[[nodiscard]] std::string interval_plot(
    const std::optional<PlottedRatio>& first,
    const std::optional<PlottedRatio>& second);

/// Returns an SVG of the scale's ticks, for the heading.
[[nodiscard]] std::string plot_scale();

}  // namespace spl::runner
