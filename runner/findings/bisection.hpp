#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/git/repository.hpp"

/// Which commit made formulas stop holding.
namespace spl::runner {

/// What is known of the formulas at one commit.
enum class Standing {
  kUntested,
  kGood,       ///< All hold, and what would refute them is ruled out.
  kBad,        ///< One is violated.
  kUndecided,  ///< They may hold or not.
  kSkipped     ///< It cannot be built or measured.
};

/// "good", "bad", "undecided", "skipped", "untested".
[[nodiscard]] std::string to_text(Standing standing);

/// What an indistinct relation is by other evidence: good, bad or undecided.
using StandingOf = std::function<Standing(const RelationReport& relation)>;

/// Of formulas that have been decided. An indistinct relation counts for what
/// its formula says of it only where a change that matters has been ruled out;
/// else, in a formula that holds just when all its relations do, `other` says
/// what it is.
[[nodiscard]] Standing standing(const std::vector<FormulaReport>& formulas,
                                const StandingOf& other = {});

/// The search among commits 1 to `count` of a line of history, of which the
/// last is bad, after commit 0, which is good. Halves what is left; of a commit
/// that has no verdict the nearest others are tried.
class Bisection {
 public:
  explicit Bisection(std::size_t count);

  /// What to test next; nothing when no test would narrow it down further.
  [[nodiscard]] std::optional<std::size_t> next() const;
  /// Of those that are undecided the one that would.
  [[nodiscard]] std::optional<std::size_t> next_undecided() const;
  void tell(std::size_t commit, Standing standing);

  /// The number of tests left if each has a verdict.
  [[nodiscard]] std::size_t tests_left() const;

  [[nodiscard]] std::size_t last_good() const { return good_; }
  [[nodiscard]] std::size_t first_bad() const { return bad_; }

  /// The commits of which one is the first bad one, in order. More than one
  /// if those before the last have no verdict.
  [[nodiscard]] std::vector<std::size_t> suspects() const;

 private:
  [[nodiscard]] std::optional<std::size_t> nearest(Standing standing) const;

  std::vector<Standing> standings_;
  std::size_t good_ = 0;
  std::size_t bad_;
};

/// The measuring that a search may do, in evaluations: what one of the formulas
/// at a commit takes at most. It is twice what halving needs if each test takes
/// all of its evaluation, so that hard ones may take what clear ones leave.
class BisectionTime {
 public:
  /// Of a search that takes so many tests.
  explicit BisectionTime(std::size_t tests)
      : left_(2 * static_cast<double>(tests)) {}

  /// What the next test may take where so many follow; nothing where less than
  /// one evaluation is left.
  [[nodiscard]] std::optional<double> share(std::size_t following) const;
  /// The same of a test without which there is no search: all but one
  /// evaluation for each that follows.
  [[nodiscard]] double most(std::size_t following) const;
  /// Nothing, of what has no limit.
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
