#pragma once

#include <string>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns the words beside a relation's numbers: what is ruled out or could
/// hide, or why there is no answer. Empty if the numbers say it all.
[[nodiscard]] std::string note_text(const RelationReport& relation,
                                    logic::Dimension dimension);

/// Names the papers' interpretations that contradict the verdict: "other
/// interpretations disagree: welch finds greater". Empty if none does.
[[nodiscard]] std::string disagreement_text(const RelationReport& relation);

}  // namespace spl::runner
