#pragma once

#include <span>
#include <vector>

/// How the cost of a call changes with the calls that went before.
namespace spl::statistics {

/// The observations of one run, each of equally many calls, and as many
/// observations before them as were not kept.
struct RunOfCalls {
  std::span<const double> observations;
  double before = 0;
};

struct CallGrowth {
  /// b of a cost that is proportional to the number of the call to the power of
  /// b, the median over the runs.
  double exponent = 0;
  /// The mean of the last third of a run over that of the first, likewise.
  double late_over_early = 1;
};

/// No growth (0 and 1) unless the sign-flip test of the runs' logarithms finds
/// one in either direction at 1 % together, for which it takes eight runs. Runs
/// of fewer than six observations, or with some that are not above 0, do not
/// count.
[[nodiscard]] CallGrowth call_growth(const std::vector<RunOfCalls>& runs);

}  // namespace spl::statistics
