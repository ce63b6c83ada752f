#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "spl/statistics/run.hpp"

/// Statistics of numbers, without formulas, processes, files or clocks.
namespace spl::statistics {

/// The observations of one performance: runs x observations (the paper's P^o_1
/// ... in r runs), all in the same, arbitrary unit. Runs may hold different
/// numbers of observations. Invariants: at least one run, no run empty, every
/// observation finite. Copies share the runs.
class Sample {
 public:
  /// Throws std::invalid_argument, which names run and observation (from 1) of
  /// the first number that breaks the invariants.
  explicit Sample(Runs runs);
  template <typename Observations>
  explicit Sample(std::vector<std::vector<Observations>> runs)
      : Sample(Runs(std::make_move_iterator(runs.begin()),
                    std::make_move_iterator(runs.end()))) {}

  [[nodiscard]] std::size_t run_count() const { return runs_.size(); }
  [[nodiscard]] std::size_t observation_count() const;
  [[nodiscard]] const Runs& runs() const { return runs_; }

 private:
  Runs runs_;
};

/// Balanced measurements on several levels, as in the random effects model with
/// n-way classification of Kalibera and Jones ("Quantifying Performance Changes
/// with Effect Size Confidence Intervals"): Y[j_top, ..., j_1]. Levels are
/// counted from 1. Level 1, the lowest, repeats measurements; the highest
/// repeats, for example, builds. Invariants: at least one level, no count of 0,
/// as many values as the product of the counts, all finite.
class Hierarchy {
 public:
  /// Takes the counts r_1, r_2, ... from the lowest level to the highest, and
  /// the values, in which the index of level 1 runs fastest. Throws
  /// std::invalid_argument if the invariants do not hold.
  Hierarchy(std::vector<std::size_t> counts, std::vector<double> values);

  [[nodiscard]] std::size_t level_count() const { return counts_.size(); }
  [[nodiscard]] std::size_t count(std::size_t level) const {
    return counts_.at(level - 1);
  }
  [[nodiscard]] std::span<const double> values() const { return values_; }

  /// Returns the measurements with `level` (2 or above) merged into the level
  /// below: two executions of two measurements become one of four.
  [[nodiscard]] Hierarchy merged(std::size_t level) const;

 private:
  std::vector<std::size_t> counts_;
  std::vector<double> values_;
};

}  // namespace spl::statistics
