#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "laboratory/peers/comparison.hpp"

/// What the results come to: tables in Markdown and figures with goals.
namespace spl::bench {

/// The comparisons of one tool at one slowdown, of one function or of copies.
struct Tally {
  std::size_t count = 0;
  std::size_t slower = 0;    ///< The right side was called slower,
  std::size_t faster = 0;    ///< or faster.
  std::size_t resolved = 0;  ///< Ended for having ruled out a change.
  std::vector<double> seconds;
  std::vector<double> run_seconds;
  /// The run seconds where a slowdown was found, or without one a change ruled
  /// out; infinite elsewhere.
  std::vector<double> seconds_to_right;

  [[nodiscard]] std::size_t different() const { return slower + faster; }
};

[[nodiscard]] Tally tally(const std::vector<Result>& results, Tool tool,
                          int slowed_percent,
                          Sides sides = Sides::kOneFunction);

/// The number that the share of them is not above; infinite for none.
[[nodiscard]] double quantile(std::vector<double> numbers, double share);

/// NaN for none.
[[nodiscard]] double mean(const std::vector<double>& numbers);

/// Tools by slowdowns: how often they called it slower and faster, with
/// intervals of 95 %, their seconds, and how many times those of this project.
[[nodiscard]] std::string tools_table(const std::vector<Result>& results,
                                      Sides sides = Sides::kOneFunction);

/// Kernels by tools: how often identical code was called different, in % with
/// intervals of 95 %.
[[nodiscard]] std::string false_alarms_table(const std::vector<Result>& results,
                                             Sides sides = Sides::kOneFunction);

/// Kernels by slowdowns: how much slower they really are.
[[nodiscard]] std::string checks_table(const std::vector<Result>& results);

/// Habits by numbers of runs, with intervals of 95 %, and how the test that
/// they are compared with fares on identical code.
[[nodiscard]] std::string habits_table(const std::vector<Result>& results);

/// A figure and its goal, as report() takes it.
struct GoalFigure {
  std::string figure;
  double measured = 0;
  double limit = 0;
  Goal goal = Goal::kAtMost;
};

[[nodiscard]] std::vector<GoalFigure> goal_figures(
    const std::vector<Result>& results);

}  // namespace spl::bench
