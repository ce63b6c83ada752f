#pragma once

#include <string_view>
#include <vector>

#include "parser/embedded_text.hpp"
#include "spl/logic/formula.hpp"

namespace spl::parser {

/// What is in a C++ source for SPL.
struct ScannedSource {
  std::vector<EmbeddedText> texts;       ///< In order.
  std::vector<logic::Problem> problems;  ///< By place.
};

/// Finds the texts of `[[spl::expects("...")]]`, `[[using spl: ...]]`,
/// SPL_EXPECTS("..."), SPL_ASSERT("...") and SPL_EXPECT("..."); not in
/// comments, literals, directives and what `#if 0` disables. What only a
/// preprocessor knows is not found: texts that other macros make, and
/// namespaces that macros open. Both branches of other conditionals are read.
/// An attribute or SPL_EXPECTS without a plain literal is a problem. Takes any
/// bytes; time proportional to their number.
[[nodiscard]] ScannedSource scan(std::string_view source);

}  // namespace spl::parser
