#pragma once

#include <string>

#include "spl/logic/formula.hpp"

/// Text from formulas: on one line, with the fewest parentheses. The parser
/// makes the same formula of the text, except for spans.
namespace spl::parser {

/// Writes one item bare, several in braces.
[[nodiscard]] std::string to_text(const logic::Set& set);

[[nodiscard]] std::string to_text(const logic::Formula& formula);
[[nodiscard]] std::string to_text(const logic::Statement& statement);

/// Writes a line for each statement.
[[nodiscard]] std::string to_text(const logic::Document& document);

}  // namespace spl::parser
