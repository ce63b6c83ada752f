#pragma once

#include <string>

#include "runner/findings/formula_report.hpp"

/// The amounts of both sides of a relation.
namespace spl::runner {

/// "95.1 ns against 44 ns": what both sides take; empty if it is not known.
[[nodiscard]] std::string sides_text(const RelationReport& relation,
                                     logic::Dimension dimension);

/// Returns the effect and what both sides take: "ratio 1.08 (1.04 .. 1.11); 12
/// blocks; 26.9 us against 24.6 us".
[[nodiscard]] std::string effect_and_sides(const RelationReport& relation,
                                           logic::Dimension dimension);

/// Returns an amount in three digits: a column of a table.
[[nodiscard]] std::string short_amount_text(double amount,
                                            logic::Dimension dimension);

}  // namespace spl::runner
