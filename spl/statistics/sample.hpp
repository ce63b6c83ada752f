#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "spl/statistics/run.hpp"

/// Numbers in, numbers out: nothing here knows of formulas, processes, files
/// or clocks.
namespace spl::statistics {

/// What was observed of one performance: runs x observations (the paper's
/// P^o_1 ... in r runs), all in one unit, whichever. Runs may hold different
/// numbers of observations. Invariants, from construction on: at least one run,
/// no run empty, every observation finite. Copies share the runs.
class Sample {
 public:
  /// Throws std::invalid_argument that names run and observation (from 1) of
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

/// What stands for a whole run.
enum class RunStatistic {
  kMean,
  kTrimmed,  ///< Mean without the lowest and the highest 20 % (floor(o/5)).
  kMedian
};

/// "mean", "trimmed", "median".
[[nodiscard]] std::string_view to_text(RunStatistic statistic);

/// One value per run, in the order of the runs.
[[nodiscard]] std::vector<double> run_statistics(const Sample& sample,
                                                 RunStatistic statistic);

/// The statistic of one run's observations; at least one.
[[nodiscard]] double run_statistic(std::span<const double> observations,
                                   RunStatistic statistic);

}  // namespace spl::statistics
