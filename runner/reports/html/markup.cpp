#include "runner/reports/html/markup.hpp"

#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {};
  }
}

/// Line feeds and tabs would be spaces.
std::string in_a_line(std::string_view name) {
  std::string result;
  for (const char c : shown_text(name)) {
    if (c == '\n' || c == '\t') {
      result += c == '\n' ? "\\u{a}" : "\\u{9}";
    } else {
      result += c;
    }
  }
  return result;
}

std::string with_entities(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const std::string_view replacement = entity(c);
    if (replacement.empty()) {
      result += c;
    } else {
      result += replacement;
    }
  }
  return result;
}

}  // namespace

std::string html(std::string_view text) {
  return with_entities(shown_text(text));
}

std::string html_name(std::string_view name) {
  return with_entities(in_a_line(name));
}

// No other characters are left that a string of JSON escapes, and "<" could end
// the element.
std::string script_string(std::string_view name) {
  std::string result = "\"";
  for (const char c : in_a_line(name)) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

}  // namespace spl::runner
