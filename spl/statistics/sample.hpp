#pragma once

#include <cstddef>
#include <iterator>
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

}  // namespace spl::statistics
