#pragma once

#include <string>

#include "spl/logic/formula.hpp"
#include "spl/logic/relation.hpp"

/// Text from formulas: on one line, with the fewest parentheses. The parser
/// makes the same formula of the text, except for spans.
namespace spl::parser {

[[nodiscard]] std::string to_text(const logic::Sum& sum);
/// Writes one item bare, several in braces.
[[nodiscard]] std::string to_text(const logic::Set& set);
[[nodiscard]] std::string to_text(const logic::Formula& formula);
[[nodiscard]] std::string to_text(const logic::Statement& statement);
/// Writes `left SIGN right` as the formula does, with values in place of
/// variables.
[[nodiscard]] std::string to_text(const logic::Relation& relation);
/// Writes a line for each statement.
[[nodiscard]] std::string to_text(const logic::Document& document);

}  // namespace spl::parser
