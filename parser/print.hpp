#pragma once

#include <string>

#include "spl/logic/formula.hpp"
#include "spl/logic/relation.hpp"

/// Formulas back to text: on one line, with the fewest parentheses. What the
/// parser makes of the text is the formula again, spans aside.
namespace spl::parser {

[[nodiscard]] std::string to_text(const logic::Sum& sum);
/// Bare if it has one item, else in braces.
[[nodiscard]] std::string to_text(const logic::Set& set);
[[nodiscard]] std::string to_text(const logic::Formula& formula);
[[nodiscard]] std::string to_text(const logic::Statement& statement);
/// `left SIGN right` as its formula writes it, values in place of variables.
[[nodiscard]] std::string to_text(const logic::Relation& relation);
/// A line for each statement.
[[nodiscard]] std::string to_text(const logic::Document& document);

}  // namespace spl::parser
