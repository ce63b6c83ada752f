#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/bisection.hpp"
#include "spl/statistics/history/ratio_series.hpp"

/// The search for all commits in a line of history that changed a performance
/// (audit). Commits are numbers, 0 is the first one.
namespace spl::runner {

/// The comparison of a performance at two commits by blocks of their own.
struct CommitComparison {
  std::string failure;    ///< Why there is none; empty if there is one.
  bool is_found = false;  ///< They differ, at the level of the comparison.
  /// They do not, and no change that matters (`resolution`) is left.
  bool is_cleared = false;
  std::size_t blocks = 0;  ///< 0 for equal code, which needs none.
  /// The ratio of the later commit to the earlier one, as the blocks show it.
  std::optional<double> ratio;
  std::optional<double> lower;
  std::optional<double> upper;
  /// Its logarithm, with its variance; absent if it has no bounds above 0.
  std::optional<LogRatio> log_ratio;
};

/// Compares the performance at two commits by fresh blocks, so that it seems to
/// differ with at most the probability `level` if it does not.
using CompareCommits = std::function<CommitComparison(
    std::size_t earlier, std::size_t later, double level)>;

/// A part of the history: a change after `begin` up to `end` is sought at the
/// level.
struct AuditHypothesis {
  std::size_t begin = 0;
  std::size_t end = 0;
  double level = 0.05;
  bool is_suspected = false;  ///< The points between suggest one.
  double size = 0;  ///< Of the change between its ends, as a logarithm.
};

/// The outcome of a hypothesis.
struct AuditFinding {
  enum class Standing {
    kConfirmed,    ///< The neighbours differ, by blocks of their own.
    kCleared,      ///< It seemed so, but these commits are alike.
    kUnconfirmed,  ///< Whether these commits differ is not known.
    kFailed        ///< The ends could not be compared.
  };
  Standing standing = Standing::kConfirmed;
  /// The change is after this commit,
  std::size_t last_before = 0;
  /// and up to this one: the next, unless those between cannot be measured.
  std::size_t first_after = 0;
  double level = 0;                ///< The level of the confirmation.
  CommitComparison compared = {};  ///< The comparison of these two commits.
};

/// "confirmed", "cleared", "not confirmed", "failed".
[[nodiscard]] std::string to_text(AuditFinding::Standing standing);

/// Returns the commits to measure against a reference, in this order: at most
/// `most` of the numbers 0 to `last`, evenly spread and both ends among them,
/// so that the first ones are evenly spread, too.
[[nodiscard]] std::vector<std::size_t> audit_sample(std::size_t last,
                                                    std::size_t most);

/// Divides a history into parts, each with one suggested change: they meet in
/// the middle of the levels between two change points, and where a point lies
/// beyond both ends by more than the resolution, which changes that undo each
/// other leave alike. All together have the level of a family, in equal shares,
/// so a part is sought in even if nothing suggests a change: E-divisive does
/// not see those near the ends. Positions of points are numbers of commits;
/// there are none in fewer than two points.
[[nodiscard]] std::vector<AuditHypothesis> audit_hypotheses(
    const std::vector<statistics::RatioPoint>& points, double level,
    double resolution, std::uint64_t seed);

/// Compares the ends of a part; if they differ, halves it until a commit is
/// found, and confirms that this commit differs from the one before. Then the
/// parts before and after it are searched in the same way.
///
/// A commit that did not change anything is confirmed with at most the
/// probability `level`: the level passes on to both halves only from a
/// confirmed change (Bretz, Maurer, Brannath and Posch 2009, "A graphical
/// approach to sequentially rejective multiple test procedures"), and each
/// confirmation has blocks of its own.
[[nodiscard]] std::vector<AuditFinding> audit_part(
    const AuditHypothesis& part, const CompareCommits& compare);

}  // namespace spl::runner
