#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner {

/// A commit that could not be built or measured.
struct SkippedCommit {
  Revision revision;
  std::string reason;  ///< With the log's path and end where it was not built.
};

/// Of --bisect.
struct BisectionReport {
  Revision good;
  Revision bad;
  /// At one of these formulas stopped holding, in order.
  std::vector<Revision> suspects;
  /// As decided at the earliest commit known to be bad.
  std::vector<FormulaReport> formulas = {};
  std::size_t commits = 0;  ///< After the good one up to the bad one.
  /// Those that were built and measured, both ends included.
  std::size_t tested = 0;
  std::vector<SkippedCommit> skipped = {};
  /// Before the suspects and after the good end: they may be bad, too.
  std::size_t unknown_before = 0;
  std::string again = {};  ///< A command that shows it again.
  /// A command that goes on, where the time of the search was used up before;
  /// else empty.
  std::string going_on = {};

  /// The commits and the good end are tested, skipped or untested.
  [[nodiscard]] std::size_t untested() const {
    return commits + 1 - tested - skipped.size();
  }
};

}  // namespace spl::runner
