#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/modes/origin.hpp"
#include "runner/modes/session.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/system/json_text.hpp"

/// The modes of spl-run, each in the file of its name. A mode reports what it
/// finds, and throws what stops it, as run_application() catches it. A mode
/// that measures throws ProgramsLost before it reports anything.
namespace spl::runner::modes {

// --- Of formulas without mistakes -------------------------------------------

/// Decides the formulas, measuring what they compare unless it is given.
/// `other` is the report of portability.
[[nodiscard]] ExitStatus evaluate(Suite suite, const Origin& origin,
                                  const std::optional<JsonText>& other,
                                  const Session& session);

/// plan: how much would be measured.
[[nodiscard]] ExitStatus plan(Suite suite, const Origin& origin,
                              const Session& session);

/// check: how many there are.
[[nodiscard]] ExitStatus check(const Suite& suite, const Session& session);

/// list: the formulas and the workloads.
[[nodiscard]] ExitStatus list(const Suite& suite, const Origin& origin,
                              const Session& session);

// --- Of texts and names ------------------------------------------------------

/// bisect: the commit since which formulas do not hold.
[[nodiscard]] ExitStatus bisect(const Session& session);

/// guard: no workload is slower than at the baseline.
[[nodiscard]] ExitStatus guard(const Session& session);

/// times: what each workload takes.
[[nodiscard]] ExitStatus times(const Session& session);

/// rank: two or more performances at once.
[[nodiscard]] ExitStatus rank(const Session& session);

/// compare: which of two commands is faster.
[[nodiscard]] ExitStatus compare(const Session& session);

/// compare, if all that it takes are reports, which guard holds against one
/// another.
[[nodiscard]] bool compares_reports(const Session& session);
[[nodiscard]] ExitStatus compare_reports(const Session& session);

/// doctor: identical code against itself, on this machine.
[[nodiscard]] ExitStatus self_test(const Session& session);

/// sensitivity: what interpretations find in parts of given observations.
[[nodiscard]] ExitStatus sensitivity(const Session& session);

/// cache list, cache trim: the built programs that are kept, after the others
/// are removed.
[[nodiscard]] ExitStatus list_cache(const Session& session);

/// history show: a performance from commit to commit, by the store.
[[nodiscard]] ExitStatus history_of(const Session& session);

/// audit: the commits that changed workloads.
[[nodiscard]] ExitStatus audit(const Session& session);

/// history accept: a commit changes workloads as intended.
[[nodiscard]] ExitStatus accept(const Session& session);

/// history import: the store gets what another one has.
[[nodiscard]] ExitStatus import_history(const Session& session);

/// history export: the store in a single file.
[[nodiscard]] ExitStatus export_history(const Session& session);

/// history prune: the store loses what is old.
[[nodiscard]] ExitStatus prune_history(const Session& session);

}  // namespace spl::runner::modes
