#pragma once

#include <string>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/session.hpp"

/// Relations that are decided on blocks of the store (--from-history, --reuse):
/// of equal builds, on this machine.
namespace spl::runner {

struct StoredEvidence {
  GivenObservations observations;
  std::vector<StoredEvaluation> evaluations;  ///< The blocks' origins.
  std::vector<std::string>
      missing;  ///< Relations that the store cannot decide.
};

/// Returns the newest blocks of each relation, from experiments that began at
/// `since` (ISO 8601, UTC) or later; empty: at any time. All sides of a
/// relation are of the same blocks. Throws PlainError if there can be no store,
/// FileError or DatabaseError.
[[nodiscard]] StoredEvidence stored_evidence(const Suite& suite,
                                             const ProgramCatalogue& programs,
                                             const LinkedPrograms& linked,
                                             const std::string& since,
                                             const Session& session);

}  // namespace spl::runner
