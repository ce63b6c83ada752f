#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner/report.hpp"
#include "runner/repository.hpp"

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

/// Of formulas that have been decided. An indistinct relation counts for what
/// its formula says of it only where a change that matters has been ruled out.
[[nodiscard]] Standing standing(const std::vector<FormulaReport>& formulas);

/// The search among commits 1 to `count` of a line of history, of which the
/// last is bad, after commit 0, which is good. Halves what is left; of a commit
/// that tells nothing the nearest others are tried.
class Bisection {
 public:
  explicit Bisection(std::size_t count);

  /// What to test next; nothing when no test would narrow it down further.
  [[nodiscard]] std::optional<std::size_t> next() const;
  void tell(std::size_t commit, Standing standing);

  /// The commits of which one is the first bad one, in order. More than one
  /// where those before the last tell nothing.
  [[nodiscard]] std::vector<std::size_t> suspects() const;

 private:
  std::vector<Standing> standings_;
  std::size_t good_ = 0;
  std::size_t bad_;
};

}  // namespace spl::runner
