#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/git/repository.hpp"

/// The search for the commit that made formulas stop holding.
namespace spl::runner {

/// The state of the formulas at one commit.
enum class Standing {
  kUntested,
  kGood,       ///< All hold; changes that refute them are ruled out.
  kBad,        ///< One is violated.
  kUndecided,  ///< They may hold or not.
  kSkipped     ///< It cannot be built or measured.
};

/// "good", "bad", "undecided", "skipped", "untested".
[[nodiscard]] std::string to_text(Standing standing);

/// A commit that could not be built or measured.
struct SkippedCommit {
  Revision revision;
  std::string reason;  ///< Has path and end of the log of a failed build.
};

/// Decides an indistinct relation by other evidence: good, bad or undecided.
using StandingOf = std::function<Standing(const RelationReport& relation)>;

/// Returns the standing of decided formulas. An indistinct relation counts as
/// its formula says only if a change that matters has been ruled out; else, in
/// a formula that holds just when all its relations do, `other` decides.
[[nodiscard]] Standing standing(const std::vector<FormulaReport>& formulas,
                                const StandingOf& other = {});

/// The search among commits 1 to `count` of a line of history, of which the
/// last is bad, after commit 0, which is good. Halves what is left, and
/// tries the nearest others of a commit without a verdict.
class Bisection {
 public:
  explicit Bisection(std::size_t count);

  /// Returns the commit to test next; nothing if no test would narrow it down.
  [[nodiscard]] std::optional<std::size_t> next() const;
  /// Returns the same among undecided commits.
  [[nodiscard]] std::optional<std::size_t> next_undecided() const;
  void tell(std::size_t commit, Standing standing);

  /// Returns the number of tests left if each has a verdict.
  [[nodiscard]] std::size_t tests_left() const;

  [[nodiscard]] std::size_t last_good() const { return good_; }
  [[nodiscard]] std::size_t first_bad() const { return bad_; }

  /// Returns the commits of which one is the first bad one, in order: several
  /// if those before the last have no verdict.
  [[nodiscard]] std::vector<std::size_t> suspects() const;

 private:
  [[nodiscard]] std::optional<std::size_t> nearest(Standing standing) const;

  std::vector<Standing> standings_;
  std::size_t good_ = 0;
  std::size_t bad_;
};

/// The time of a search, in evaluations: the time that the formulas take at one
/// commit at most. It is twice what halving needs if each test takes a whole
/// evaluation, so that hard tests may take what clear ones leave.
class BisectionTime {
 public:
  /// Begins a search of that many tests.
  explicit BisectionTime(std::size_t tests)
      : left_(2 * static_cast<double>(tests)) {}

  /// Returns the share of the next test if so many follow; nothing if less than
  /// one evaluation is left.
  [[nodiscard]] std::optional<double> share(std::size_t following) const;
  /// Returns the share of a test that the search cannot do without: all but one
  /// evaluation for each that follows.
  [[nodiscard]] double most(std::size_t following) const;
  /// Takes 0 for a test without a limit.
  void spend(double evaluations) {
    left_ -= evaluations;
    is_unlimited_ = evaluations == 0;
  }
  /// Whether the last test had no limit.
  [[nodiscard]] bool is_unlimited() const { return is_unlimited_; }

 private:
  double left_;
  bool is_unlimited_ = false;
};

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
