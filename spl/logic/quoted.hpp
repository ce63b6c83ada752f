#pragma once

#include <string>

namespace spl::logic {

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
