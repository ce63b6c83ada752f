#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/findings/bisection.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/revisions/revisions.hpp"
#include "runner/session/session.hpp"

/// The evaluation of formulas at one commit of a search (bisect).
namespace spl::runner {

/// The formulas that are searched with, and the source of commits.
struct BisectionSubject {
  std::vector<FormulaText> texts;
  RevisionsOfTexts used;
  Revisions& revisions;
};

/// The standing of formulas at a commit, and how many evaluations it took.
struct CommitFinding {
  Standing standing = Standing::kSkipped;
  double evaluations = 0;
};

/// Returns the session with another seed.
[[nodiscard]] Session with_seed(std::uint64_t seed, const Session& session);

/// Returns the formulas that a report is about, or none.
[[nodiscard]] const std::vector<FormulaReport>& formulas_in(
    const Report& report);

/// Returns why a commit with this report was skipped; empty if it was not.
[[nodiscard]] std::string reason_of_skip(const Report& report);

/// Evaluates the formulas at a commit with the time of so many evaluations, and
/// leaves in the session's report nothing but this. Throws ProgramsLost.
[[nodiscard]] CommitFinding evaluate_commit(const BisectionSubject& subject,
                                            const Revision& commit,
                                            double evaluations,
                                            const Session& session);

}  // namespace spl::runner
