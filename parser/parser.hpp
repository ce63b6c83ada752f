#pragma once

#include <string_view>
#include <vector>

#include "spl/logic/formula.hpp"

/// Text to formula.
namespace spl::parser {

/// Where a text comes from.
enum class TextKind {
  kFile,   ///< A formula file: statements of any kind.
  kSingle  ///< From the command line or from C++: ends with a formula, so that
           ///< `a = b` as the last statement compares.
};

/// What could be read of a text, and everything that could not. The document
/// is meaningful only without problems, but lacks none of the statements that
/// are free of them.
struct ParsedText {
  logic::Document document;
  std::vector<logic::Problem> problems;  ///< By place.
};

/// Reads a text as docs/language.md describes it: its form only. What names
/// mean, and that they are known, is for binding (spl/logic). All spans are
/// bytes of `text`. Never throws for a mistake in the text, whatever its bytes;
/// needs time proportional to its size.
[[nodiscard]] ParsedText parse(std::string_view text, TextKind kind);

}  // namespace spl::parser
