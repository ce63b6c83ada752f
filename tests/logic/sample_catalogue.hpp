#pragma once

#include <string>
#include <vector>

#include "parser/parser.hpp"
#include "spl/logic/binding.hpp"
#include "spl/logic/expansion.hpp"

namespace spl::logic {

/// The catalogue of the tests' formulas: workloads a, b, c and sort of one
/// integer, `pair` of two, `file` of a string; a list and an array with their
/// factories and the generators `keys` and `texts`.
[[nodiscard]] Catalogue sample_catalogue();

/// The messages of binding and expansion, as LINE:COLUMN: MESSAGE.
[[nodiscard]] std::vector<std::string> problems_of(
    const std::string& text, const Catalogue& catalogue = sample_catalogue());

/// The diagnostics of a text named `text`, as users see them.
[[nodiscard]] std::string diagnostics_of(const std::string& text,
                                         parser::TextKind kind);

/// A formula's claim as text, its relations in it: `a(1) <= b(1) and ...`,
/// `holds`, `violated`. The text must have no problems and one formula.
[[nodiscard]] std::string expanded_text(
    const std::string& text, const Catalogue& catalogue = sample_catalogue());

/// The formula of a text without problems.
[[nodiscard]] ExpandedFormula expanded(
    const std::string& text, const Catalogue& catalogue = sample_catalogue());

}  // namespace spl::logic
