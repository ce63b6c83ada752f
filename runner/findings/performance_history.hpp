#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/git/repository.hpp"
#include "runner/settings/settings.hpp"
#include "runner/store/stored_runs.hpp"
#include "spl/logic/performance.hpp"
#include "spl/logic/stated_statistic.hpp"
#include "spl/statistics/history/ratio_series.hpp"

namespace spl::runner {

/// A performance at one commit, relative to the reference.
struct HistoryPoint {
  Revision revision;
  std::size_t blocks = 0;
  std::size_t evaluations = 0;  ///< The evaluations that made these blocks.
  std::string last;             ///< When the last one began: ISO 8601, UTC.
  double ratio = 1;
  /// Limits at confidence 1 - 2 alpha; 0 and infinite if one block shows none.
  double lower = 1;
  double upper = 1;
};

/// A change of a history that was accepted, by its position in `changes`.
struct AcceptedInHistory {
  std::size_t change = 0;
  Revision revision;
  std::string reason;
};

/// The ratios of a performance to itself at a reference revision, of the same
/// blocks, along first parents (history show).
struct PerformanceHistory {
  logic::Performance performance;
  Revision reference;
  Revision last;  ///< Where the way along first parents begins.
  logic::Statistic statistic = logic::Statistic::kTypical;
  double alpha = 0.01;
  std::vector<HistoryPoint> points;  ///< Oldest first.
  std::size_t elsewhere = 0;  ///< Commits with blocks that are not on the way.
  std::vector<statistics::RatioChange> changes;  ///< Positions of points.
  /// The slow change from the first point to the last; absent where it cannot
  /// be told.
  std::optional<statistics::RatioDrift> drift = std::nullopt;
  std::vector<AcceptedInHistory> accepted = {};
};

/// Returns the performance at the reference, as formulas name it.
[[nodiscard]] logic::Performance at_reference(
    const PerformanceHistory& history);

/// The commits of a history, oldest first, and the one of its ratios.
struct HistoryCommits {
  Revision reference;
  std::vector<Revision> commits;
};

/// Makes the points of the commits and finds the changes among them. A ratio is
/// that of the block test, over the blocks of all evaluations: their conditions
/// are those of both sides.
[[nodiscard]] PerformanceHistory performance_history(
    const logic::Performance& performance, HistoryCommits commits,
    const std::vector<StoredPair>& pairs, const Settings& settings,
    std::uint64_t seed);

}  // namespace spl::runner
