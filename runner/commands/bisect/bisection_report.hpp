#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runner/findings/bisection.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner {

/// How a relation changed at the commit that was found: its ratio there over
/// that at the last good commit, with an interval at confidence 1 - 2 alpha.
/// The factors of the formula are on both sides, and cancel.
struct BisectionStep {
  std::string relation;
  double ratio = 1;
  double lower = 1;
  double upper = 1;
};

/// The result of bisect.
struct BisectionReport final : Outcome {
  Revision good;
  Revision bad;
  /// The commits of which one made formulas stop holding, in order.
  std::vector<Revision> suspects;
  /// As decided at the earliest commit known to be bad.
  std::vector<FormulaReport> formulas = {};
  std::size_t commits = 0;  ///< After the good one up to the bad one.
  /// Commits that were built and measured, both ends included.
  std::size_t tested = 0;
  std::vector<SkippedCommit> skipped = {};
  /// Commits after the good end and before the suspects that may be bad, too.
  std::size_t unknown_before = 0;
  Revision last_good = {};                ///< Before the suspects.
  std::vector<BisectionStep> steps = {};  ///< Of violated relations.
  std::string again = {};  ///< A command that evaluates the suspect again.
  /// A command that searches what is left; empty unless the time was used up.
  std::string going_on = {};

  /// Returns how many commits, with the good end, were not tried.
  [[nodiscard]] std::size_t untested() const {
    return commits + 1 - tested - skipped.size();
  }

  [[nodiscard]] const std::vector<FormulaReport>* decided() const override {
    return &formulas;
  }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  [[nodiscard]] Shape shape() const override { return {true}; }
  [[nodiscard]] std::optional<std::string> summary(
      const Report& /*report*/, const Style& /*style*/) const override {
    return "";
  }
  void add_to(nlohmann::ordered_json& root) const override;
};

/// A commit as it is evaluated again.
struct EvaluatedCommit {
  std::string revision;
  std::string baseline;
  std::uint64_t seed = 0;
};

/// Returns a command that evaluates the same formulas at the commit.
[[nodiscard]] std::string again_command(const std::string& program,
                                        const Call& call,
                                        const EvaluatedCommit& commit);

/// The commits that a search has left.
struct LeftCommits {
  std::string good;
  std::string bad;
  std::string baseline;  ///< Empty: that of the search is what it was.
};

/// Returns a command that searches what is left.
[[nodiscard]] std::string narrowed_command(const std::string& program,
                                           const Call& call,
                                           const LeftCommits& left);

}  // namespace spl::runner
