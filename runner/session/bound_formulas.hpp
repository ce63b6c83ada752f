#pragma once

#include <functional>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/git/repository.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/store/accepted.hpp"

namespace spl::runner {

/// What a command takes formulas for.
enum class Binding {
  kCheck,    ///< Their names: nothing is built or measured.
  kList,     ///< Likewise, and without formulas for all workloads.
  kPlan,     ///< A plan; without formulas for all that a data file holds.
  kEvaluate  ///< Their verdicts.
};

/// Goes on with formulas without mistakes and what they are held against.
using WithFormulas = std::function<ExitStatus(Suite suite, const Origin& origin,
                                              const Session& session)>;

/// Reads the formulas of the call, builds and asks what they name as far as
/// the binding needs it, and binds them. Reports their mistakes, if there are
/// some, in place of going on.
[[nodiscard]] ExitStatus bind_formulas(const Session& session, Binding binding,
                                       const WithFormulas& go_on);

/// Lets relations of given times be decided as measured ones, unless a
/// statistic or an interpretation is asked for: those whose performances have
/// equally many runs, with several observations each. Others are decided by
/// means. Relations between sets of given reports share what is common to the
/// variances of all names.
void decide_as_measured(Suite& suite, const Origin& origin);

/// Decides the formulas of the suite on fresh blocks or on given ones, and
/// keeps what was found. Returns the outcome, which the report has from now on.
/// Throws ProgramsLost.
Evaluation& decide(Suite& suite, const Origin& origin, const Session& session);

/// A commit that changed workloads as intended.
struct AcceptedCommit {
  Revision revision;
  AcceptedChange change;
};

/// Returns what the store has; nothing if there is none, or if it cannot be
/// read: that matters to nobody who never accepted anything.
[[nodiscard]] std::vector<AcceptedChange> accepted_changes_of(
    const Session& session);

/// Returns those that take the place of the baseline: their commits descend
/// from it, and the revision under test from them. The nearest to that revision
/// comes first. Opens the repository only if something was accepted.
[[nodiscard]] std::vector<AcceptedCommit> accepted_since_baseline(
    const Session& session);

}  // namespace spl::runner
