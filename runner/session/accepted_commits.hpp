#pragma once

#include <vector>

#include "runner/git/repository.hpp"
#include "runner/session/session.hpp"
#include "runner/store/accepted.hpp"

/// Changes that were accepted (history accept), as commands heed them.
namespace spl::runner {

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
