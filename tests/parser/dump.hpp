#pragma once

#include <string>

#include "spl/logic/formula.hpp"

/// The tree as an s-expression, without spans: what the tables of the parser's
/// tests compare, and what says whether two trees are equal.
namespace spl::parser {

[[nodiscard]] std::string dump(const logic::Formula& formula);
[[nodiscard]] std::string dump(const logic::Statement& statement);
/// Statements, with a space between them.
[[nodiscard]] std::string dump(const logic::Document& document);

}  // namespace spl::parser
