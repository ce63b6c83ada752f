#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "runner/findings/formula_report.hpp"

/// On which side of the change that the ends of a history show a commit lies.
namespace spl::runner {

/// The logarithm of a relation's ratio, with its variance.
struct LogRatio {
  double mean = 0;
  double variance = 0;
};

/// As it was measured; nothing where it has no bounds above 0.
[[nodiscard]] std::optional<LogRatio> log_ratio(const RelationReport& relation);

/// Whether a single performance is held against what it is at @baseline: at the
/// commit that this means nothing can differ.
[[nodiscard]] bool is_guard(const RelationReport& relation);

/// At the commit that @baseline means, where that is known: of a guard.
[[nodiscard]] std::optional<LogRatio> log_ratio_at_baseline(
    const RelationReport& relation);

/// What was measured of one relation along a line of history, which is taken to
/// have changed once, with each commit alike. The size of the change need not
/// be known: all that was measured on either side shows it.
class SingleChange {
 public:
  /// What is added to a commit that has something already counts with it.
  void add(std::size_t commit, const LogRatio& ratio);

  /// All that was added to the commit.
  [[nodiscard]] std::optional<LogRatio> at(std::size_t commit) const;

  /// The logarithm of the odds that the change is at the commit or before
  /// against that it is after: above 0 where the commit is like the last one.
  /// The first and the last are the ends of history. 0 where it was not added.
  [[nodiscard]] double evidence(std::size_t commit) const;

 private:
  std::map<std::size_t, LogRatio> ratios_;
};

}  // namespace spl::runner
