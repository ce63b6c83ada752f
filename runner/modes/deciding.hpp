#pragma once

#include "runner/formulas/suite.hpp"
#include "runner/modes/origin.hpp"
#include "runner/modes/session.hpp"

namespace spl::runner {

/// Decides the formulas of the suite, and keeps what was found: on fresh
/// blocks, on given ones, or, if asked for, on stored ones. Returns the
/// outcome, which the report has from now on.
///
/// With --reuse, stored blocks decide at half of each level, and if they leave
/// any formula undecided, fresh ones do at the other half: each of the two may
/// err, and both together err as often as one does at the whole level. The
/// suite then has the halves.
///
/// Throws PlainError if --from-history finds no blocks, ProgramsLost, and as
/// stored_evidence() does.
Evaluation& decide(Suite& suite, const Origin& origin, const Session& session);

/// Returns the stored blocks of all relations, for --from-history. Throws
/// PlainError if there are none of a relation, and as stored_evidence() does.
[[nodiscard]] GivenObservations observations_of_history(const Suite& suite,
                                                        const Origin& origin,
                                                        const Session& session);

}  // namespace spl::runner
