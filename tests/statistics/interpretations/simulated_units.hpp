#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spl/statistics/interpretations/three_parts.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

/// Experiments on machines that are made up, block by block, decided by the
/// default and by the method before it.
namespace spl::statistics {

/// What chance does to every run, whichever side it is of.
struct Noise {
  double run_sd = 0.01;
  double slow_share = 0;  ///< Of runs that take longer, `from` to `to` times.
  double from = 1;
  double to = 1;
  double pareto = 0;       ///< Its shape; runs take longer by up to infinity.
  double one_of_both = 0;  ///< In each block one side takes so much longer:
  bool in_pairs = false;   ///< by chance, or each once in two blocks.
  double serial = 0;       ///< What a side's run_sd keeps from block to block.
};

/// The trimmed and the plain mean of a run.
struct RunMeans {
  double typical = 0;
  double plain = 0;
};

/// What was measured in a block on a real machine.
struct RecordedBlock {
  RunMeans left;
  RunMeans right;
};

/// What the code of a side does.
struct Code {
  double factor = 1;
  double slow_calls = 0;  ///< Share; each takes `call_factor` as long.
  double call_factor = 1;
  double slow_runs = 0;
  double run_factor = 1;
  double exponential = 0;  ///< A share of a run's time that is added, its mean.

  [[nodiscard]] double mean() const {
    return factor * (1 + slow_calls * (call_factor - 1)) *
           (1 + slow_runs * (run_factor - 1)) * (1 + exponential);
  }
};

/// a against b, or sums of such performances and a constant. One of time 1
/// takes 100.
struct Machine {
  Noise noise;
  Code code;        ///< Of all that is on the left.
  Code other_code;  ///< On the right.
  std::vector<double> coefficients = {1, -1};
  double constant = 0;  ///< Of left - right.
  /// Blocks are drawn from these, and the rest says nothing; or null.
  const std::vector<RecordedBlock>* recording = nullptr;
};

enum class End { kGreater, kLess, kNoChange, kLast };

struct Ending {
  End end = End::kLast;
  std::size_t blocks = 0;
  Part part = Part::kTypicalCalls;  ///< That found it.
};

/// Which relation is asked: `a <= b`, which ends where no increase is left,
/// `a < b`, or `a = b`.
enum class Asked { kAtMost, kLess, kEqual };

struct Asking {
  Asked asked = Asked::kAtMost;
  std::size_t most = 300;
  double alpha = 0.01;
  bool ends_without_change = true;  ///< Else all alpha is spent.
  /// The time is over after that many blocks or more, by chance; 0: never.
  std::size_t cut = 0;
  Needed needed = {};  ///< Before an answer about all calls.
};

[[nodiscard]] Ending ask_three_parts(const Machine& machine,
                                     const Asking& asking, std::uint64_t seed);

/// The blocked test of clipped trimmed means alone.
[[nodiscard]] Ending ask_typical_calls(const Machine& machine,
                                       const Asking& asking,
                                       std::uint64_t seed);

}  // namespace spl::statistics
