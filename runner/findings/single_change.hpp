#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "runner/findings/formula_report.hpp"

/// The side of a commit: before or after the change in a line of history.
namespace spl::runner {

/// The logarithm of a relation's ratio, with its variance.
struct LogRatio {
  double mean = 0;
  double variance = 0;
};

/// Returns the measured ratio, or that of a performance with itself; nothing if
/// it has no bounds above 0.
[[nodiscard]] std::optional<LogRatio> log_ratio(const RelationReport& relation);

/// Returns what would be measured if both sides had the same program; nothing
/// if the sides are not one performance.
[[nodiscard]] std::optional<LogRatio> log_ratio_of_same(
    const RelationReport& relation);

/// Returns whether the relation compares a performance with itself at
/// @baseline: at the commit of @baseline nothing can differ.
[[nodiscard]] bool is_guard(const RelationReport& relation);

/// Returns the ratio at the commit of @baseline: that of a guard is known.
[[nodiscard]] std::optional<LogRatio> log_ratio_at_baseline(
    const RelationReport& relation);

/// The ratios of one relation along a line of history, which is taken to have
/// changed once, at each commit with equal probability. The ratios on either
/// side show the size of the change.
class SingleChange {
 public:
  /// Adds a ratio of a commit; it is combined with earlier ones.
  void add(std::size_t commit, const LogRatio& ratio);

  /// Returns the combined ratio of the commit.
  [[nodiscard]] std::optional<LogRatio> at(std::size_t commit) const;

  /// Returns the logarithm of the odds that the change is at the commit or
  /// before, and not after: above 0 if the commit is like the last one. The
  /// first and the last are the ends of history. 0 if nothing was added to the
  /// commit.
  [[nodiscard]] double evidence(std::size_t commit) const;

 private:
  std::map<std::size_t, LogRatio> ratios_;
};

}  // namespace spl::runner
