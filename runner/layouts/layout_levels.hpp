#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "spl/logic/decision.hpp"
#include "spl/statistics/hierarchy.hpp"

/// Fixed layouts as the unit that varies independently (Kalibera and Tuma,
/// "Precise Regression Benchmarking with Random Effects", 2006): more runs of
/// one layout say nothing about other layouts. Run i is of layout i % layouts.
namespace spl::runner {

/// Of each layout one run, whose observations are the statistics of its runs.
/// Decided with the mean as the statistic, the contrast of a layout is the mean
/// over its blocks.
[[nodiscard]] logic::Experiment by_layouts(const logic::Experiment& experiment,
                                           std::size_t layouts,
                                           statistics::RunStatistic statistic);

/// Observations, runs and layouts as levels, of as many runs as all layouts
/// have; nothing where runs are not of equal length, or too few.
[[nodiscard]] std::optional<statistics::Hierarchy> layout_levels(
    const statistics::Runs& runs, std::size_t layouts);

/// What layouts are: links of one build, or builds of one source.
enum class LayoutUnit { kLinks, kBuilds };

/// By how much layout alone moves a difference.
struct LayoutEffect {
  std::size_t layouts = 0;
  /// Standard deviation of the difference between layouts, without what varies
  /// between the blocks of one (T of the layouts' level); in its unit.
  double deviation = 0;
  /// That as a fraction of the terms with negative coefficients, the right side
  /// of a plain relation; absent where these are not above 0.
  std::optional<double> fraction;
  LayoutUnit unit = LayoutUnit::kLinks;
  /// So many layouts find a difference of the resolution in nine of ten
  /// experiments, if nothing else varies; 0 where the fraction is absent.
  std::size_t needed = 0;
};

/// The fewest layouts, at most a million, with which nine of ten experiments
/// find the change at the level, where the difference has that standard
/// deviation between layouts and nothing else varies.
[[nodiscard]] std::size_t layouts_to_find(double change, double deviation,
                                          double level);

/// Absent where a performance failed, or no layout has two blocks.
[[nodiscard]] std::optional<LayoutEffect> layout_effect(
    const logic::Relation& relation, const logic::Experiment& experiment,
    std::size_t layouts, statistics::RunStatistic statistic);

}  // namespace spl::runner
