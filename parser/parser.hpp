#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "spl/logic/formula.hpp"

/// Formulas from text.
namespace spl::parser {

/// The origin of a text.
enum class TextKind {
  kFile,   ///< A formula file: statements of any kind.
  kSingle  ///< From the command line or from C++: ends with a formula, so that
           ///< `a = b` as the last statement compares.
};

/// The statements of a text that could be read, and a problem for each of the
/// others. The document is meaningful only without problems.
struct ParsedText {
  logic::Document document;
  std::vector<logic::Problem> problems;  ///< By place.
};

/// Reads the form of a text as docs/language.md describes it. Binding
/// (spl/logic) checks names and finds their meaning. Reading starts at `begin`,
/// before which may be other texts; all spans are bytes of `text`. Never throws
/// for a mistake in the text, whatever its bytes; takes time proportional to
/// its size.
[[nodiscard]] ParsedText parse(std::string_view text, TextKind kind,
                               std::size_t begin = 0);

}  // namespace spl::parser
