#pragma once

#include <string>

#include "spl/logic/span.hpp"

namespace spl::logic {

/// A name as written: identifiers joined by `.` or `::`, or any text in quotes;
/// `text` is without the quotes.
struct Name {
  std::string text;
  bool quoted = false;
  Span span;

  /// Whether it stands for the function at hand.
  [[nodiscard]] bool is_this() const { return !quoted && text == "THIS"; }
};

/// Returns the name with `.` in place of `::`, so that equal names are equal
/// texts.
[[nodiscard]] std::string canonical_name(const std::string& name);

/// Whether a formula can write this name without quotes: identifiers joined by
/// `.` or `::`.
[[nodiscard]] bool is_plain_name(const std::string& name);

/// Returns a text with the symbols U+240A and U+2400 in place of each line feed
/// and zero byte, which no formula can write.
[[nodiscard]] std::string in_a_line(const std::string& text);

/// Returns a name or a literal as formulas write it, in a line.
[[nodiscard]] std::string in_quotes(const std::string& text);

/// Returns `"name"`, as messages show parts of a text and names.
[[nodiscard]] inline std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

}  // namespace spl::logic
