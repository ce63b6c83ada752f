#pragma once

#include <cstddef>
#include <optional>

#include "spl/logic/decision.hpp"
#include "spl/statistics/sample.hpp"

/// Fixed layouts as the unit that varies independently (Kalibera and Tuma,
/// "Precise Regression Benchmarking with Random Effects", 2006): more runs of
/// one layout say nothing about other layouts. Run i has layout i % layouts.
namespace spl::runner {

/// Returns an experiment with one run for each layout, whose observations are
/// the statistics of the layout's runs. If it is decided with the mean, the
/// contrast of a layout is the mean over its blocks.
[[nodiscard]] logic::Experiment by_layouts(const logic::Experiment& experiment,
                                           std::size_t layouts,
                                           statistics::RunStatistic statistic);

/// Returns observations, runs and layouts as levels, with equally many runs of
/// each layout; nothing if there are too few runs or if their lengths differ.
[[nodiscard]] std::optional<statistics::Hierarchy> layout_levels(
    const statistics::Runs& runs, std::size_t layouts);

/// The things whose layouts differ: links of one build, or builds of one
/// source.
enum class LayoutUnit { kLinks, kBuilds };

/// The effect of layout alone on a difference.
struct LayoutEffect {
  std::size_t layouts = 0;
  /// Standard deviation of the difference between layouts, in its unit, without
  /// the variation between blocks of one layout (T of the layouts' level).
  double deviation = 0;
  /// The deviation as a fraction of the terms with negative coefficients, the
  /// right side of a plain relation; absent if these are not above 0.
  std::optional<double> fraction;
  LayoutUnit unit = LayoutUnit::kLinks;
  /// The number of layouts that find a difference of the resolution in nine of
  /// ten experiments, if nothing else varies; 0 if the fraction is absent.
  std::size_t needed = 0;
};

/// Returns the fewest layouts, at most a million, with which nine of ten
/// experiments find the change at the level, if the difference has this
/// standard deviation between layouts and nothing else varies.
[[nodiscard]] std::size_t layouts_to_find(double change, double deviation,
                                          double level);

/// Returns the effect of layout; nothing if a performance failed or if no
/// layout has two blocks.
[[nodiscard]] std::optional<LayoutEffect> layout_effect(
    const logic::Relation& relation, const logic::Experiment& experiment,
    std::size_t layouts, statistics::RunStatistic statistic);

}  // namespace spl::runner
