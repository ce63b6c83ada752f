#pragma once

#include <string>
#include <string_view>

#include "spl/logic/formula.hpp"
#include "spl/logic/relation.hpp"

/// Text from parts of formulas: on one line, with the fewest parentheses.
namespace spl::parser {

[[nodiscard]] std::string to_text(const logic::Sum& sum);

/// Writes sums with signs between, the equality as `equal`.
[[nodiscard]] std::string to_text(const logic::Chain& chain,
                                  std::string_view equal = "=");

/// Writes `left SIGN right` as the formula does, with values in place of
/// variables.
[[nodiscard]] std::string to_text(const logic::Relation& relation);

}  // namespace spl::parser
