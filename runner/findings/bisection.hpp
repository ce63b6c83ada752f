#pragma once

#include <cstddef>
#include <functional>
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

}  // namespace spl::runner
