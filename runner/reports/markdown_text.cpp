#include "runner/reports/markdown_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

/// Returns the length of the longest sequence of backticks.
std::size_t longest_ticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (const char c : text) {
    length = c == '`' ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return longest;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_[]<>|~&#";
  std::string result;
  bool begins_line = false;
  for (const char c : shown_text(text)) {
    // The lines of a message are indented.
    if (begins_line && c == ' ') continue;
    begins_line = c == '\n';
    if (c == '\n' || c == '\t') {
      result += ' ';
    } else if (c == '@') {
      result += "@<!-- -->";  // Else GitHub notifies whoever has the name.
    } else {
      if (kMarkup.find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  std::string code;
  for (const char c : shown_text(text)) {
    // Tables are divided into cells before anything else is read.
    code += c == '|' ? "\\|" : c == '\n' || c == '\t' ? " " : std::string(1, c);
  }
  const std::string ticks(longest_ticks(code) + 1, '`');
  if (ticks.size() == 1 && !code.empty()) return ticks + code + ticks;
  return ticks + ' ' + code + ' ' + ticks;
}

std::string markdown_fold(std::string_view line, std::string_view text) {
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n",
                     line, text);
}

std::string markdown_block(std::string_view text, std::string_view language) {
  const std::string code = shown_text(text);
  const std::string ticks(std::max<std::size_t>(longest_ticks(code) + 1, 3),
                          '`');
  return ticks + std::string(language) + '\n' + code +
         (code.ends_with('\n') ? "" : "\n") + ticks + '\n';
}

}  // namespace spl::runner
