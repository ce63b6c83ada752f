#pragma once

#include <span>
#include <vector>

/// The change of a call's cost with the number of earlier calls.
namespace spl::statistics {

/// The observations of one run, each of equally many calls, and the number of
/// observations before them that were not kept.
struct RunOfCalls {
  std::span<const double> observations;
  double before = 0;
};

struct CallGrowth {
  /// The exponent b of a cost proportional to (number of the call)^b, from the
  /// first third of a run to the last: the median over the runs.
  double exponent = 0;
  /// The same from the second third to the last: about 0 if only the beginning
  /// is dear, as with cold caches.
  double later_exponent = 0;
  /// The mean of the last third of a run over that of the first third: the
  /// median over the runs.
  double late_over_early = 1;
};

/// Measures growth. Reports exponents of 0 and a ratio of 1 unless the
/// sign-flip test of the runs' logarithms finds growth or decline, at 1 % for
/// both directions together, which takes eight runs; of fewer, each must show
/// more than a quarter. If it does, the later exponent needs no test of its
/// own. Runs of fewer than six observations, or with an observation that is not
/// above 0, do not count.
[[nodiscard]] CallGrowth call_growth(const std::vector<RunOfCalls>& runs);

}  // namespace spl::statistics
