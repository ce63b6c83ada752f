#pragma once

#include <string>

#include "spl/logic/formula.hpp"

/// Formulas back to text: on one line, with the fewest parentheses. What the
/// parser makes of the text is the formula again, spans aside.
namespace spl::parser {

[[nodiscard]] std::string to_text(const logic::Sum& sum);
/// Bare if it has one item, else in braces.
[[nodiscard]] std::string to_text(const logic::Set& set);
[[nodiscard]] std::string to_text(const logic::Formula& formula);
[[nodiscard]] std::string to_text(const logic::Statement& statement);
/// A line for each statement.
[[nodiscard]] std::string to_text(const logic::Document& document);

}  // namespace spl::parser
