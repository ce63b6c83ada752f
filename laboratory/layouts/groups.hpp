#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Two groups of links of one program, compared as if they were two programs:
/// how often are they called different? After figure 2 of Kalibera and Tuma,
/// "Precise Regression Benchmarking with Random Effects" (2006).
namespace spl::bench {

/// The statistics of runs, by link and block: each block has one run of each
/// link.
using LinkedRuns = std::vector<std::vector<double>>;

/// What is taken to vary independently.
enum class Unit {
  kBlocks,  ///< As one does who does not think of layouts.
  kLinks
};

struct GroupDraws {
  std::size_t links = 1;  ///< Of each group; two groups are no more than all.
  double change = 0;      ///< Smaller ones do not count, a fraction.
  std::size_t draws = 1000;
  double alpha = 0.01;  ///< Of one direction.
  std::uint64_t seed = 1;
};

/// The number of draws of two groups without a common link whose difference is
/// found and above the change. Groups of one link are never found by links.
[[nodiscard]] std::size_t called_different(const LinkedRuns& runs, Unit unit,
                                           const GroupDraws& how);

/// The standard deviation between links, without what varies inside them, as a
/// fraction of the mean.
[[nodiscard]] double relative_variation(const LinkedRuns& runs);

}  // namespace spl::bench
