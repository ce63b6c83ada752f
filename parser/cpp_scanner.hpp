#pragma once

#include <string_view>
#include <vector>

#include "parser/embedded_text.hpp"
#include "spl/logic/formula.hpp"

namespace spl::parser {

/// The texts for SPL in a C++ source.
struct ScannedSource {
  std::vector<EmbeddedText> texts;       ///< In order.
  std::vector<logic::Problem> problems;  ///< By place.
};

/// Finds the texts of `[[spl::expects("...")]]`, `[[using spl: ...]]`,
/// SPL_EXPECTS("..."), SPL_ASSERT("...") and SPL_EXPECT("..."); not in
/// comments, literals, directives and code that `#if 0` disables. Does not find
/// results of the preprocessor: texts that other macros make, and namespaces
/// that macros open. Reads both branches of other conditionals. An attribute or
/// SPL_EXPECTS without a plain literal is a problem. Takes any bytes, in time
/// proportional to their number.
[[nodiscard]] ScannedSource scan(std::string_view source);

}  // namespace spl::parser
