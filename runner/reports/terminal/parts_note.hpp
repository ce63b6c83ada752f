#pragma once

#include <string>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns the findings of the three parts without the ratios and intervals,
/// which are beside them; empty if these say it all.
[[nodiscard]] std::string parts_note(const RelationReport& relation,
                                     logic::Dimension dimension);

}  // namespace spl::runner
