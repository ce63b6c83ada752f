#pragma once

#include <string>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"

/// The effect of a relation as facts in a line, each once; effect_text() is in
/// terminal_report.hpp.
namespace spl::runner {

/// Whether the relation's observations decide nothing, and its reason says why.
[[nodiscard]] bool is_left_open(const RelationReport& relation);

/// Describes the observations before a failure; empty without any.
[[nodiscard]] std::string seen_before_failure(const RelationReport& relation,
                                              logic::Dimension dimension);

}  // namespace spl::runner
