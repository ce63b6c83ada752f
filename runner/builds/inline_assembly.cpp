#include "runner/builds/inline_assembly.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace spl::runner {
namespace {

bool is_name(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

/// Takes a string literal, without its first quote, off the text; returns
/// nothing for one with escapes that could hide a directive.
std::optional<std::string> take_literal(std::string_view& text) {
  std::string literal;
  while (!text.empty()) {
    const char sign = text.front();
    text.remove_prefix(1);
    if (sign == '"') return literal;
    if (sign != '\\') {
      literal +=
          static_cast<char>(std::tolower(static_cast<unsigned char>(sign)));
      continue;
    }
    const char escaped = text.empty() ? '\0' : text.front();
    if (escaped != 'n' && escaped != 't' && escaped != '"') return std::nullopt;
    literal += escaped == '"' ? '"' : ' ';
    text.remove_prefix(1);
  }
  return std::nullopt;
}

/// Joins all literals up to the parenthesis that ends the statement, as
/// compilers do; returns nothing for code that is not understood.
std::optional<std::string> literals(std::string_view text) {
  std::string result;
  char before = '(';
  for (int depth = 1; !text.empty();) {
    const char sign = text.front();
    text.remove_prefix(1);
    if (sign == '"') {
      if (is_name(before)) return std::nullopt;  // A raw string, R"(...)".
      const auto literal = take_literal(text);
      if (!literal) return std::nullopt;
      result += *literal;
    }
    if (sign == '(') ++depth;
    if (sign == ')' && --depth == 0) return result;
    before = sign;
  }
  return std::nullopt;
}

/// Skips the words between `asm` and its parenthesis: volatile, goto, inline.
std::string_view after_qualifiers(std::string_view text) {
  const auto begin = std::find_if(text.begin(), text.end(), [](char sign) {
    return !is_name(sign) &&
           std::isspace(static_cast<unsigned char>(sign)) == 0;
  });
  return text.substr(static_cast<std::size_t>(begin - text.begin()));
}

}  // namespace

bool may_read_files_when_assembled(std::string_view preprocessed) {
  constexpr std::string_view kKeyword = "asm";
  for (std::size_t at = preprocessed.find(kKeyword);
       at != std::string_view::npos;
       at = preprocessed.find(kKeyword, at + kKeyword.size())) {
    // asm, __asm and __asm__, but not a longer name.
    std::size_t begin = at;
    while (begin > 0 && preprocessed[begin - 1] == '_') --begin;
    std::size_t end = at + kKeyword.size();
    while (end < preprocessed.size() && preprocessed[end] == '_') ++end;
    if ((begin > 0 && is_name(preprocessed[begin - 1])) ||
        (end < preprocessed.size() && is_name(preprocessed[end]))) {
      continue;
    }
    const std::string_view rest = after_qualifiers(preprocessed.substr(end));
    if (!rest.starts_with('(')) continue;
    const auto text = literals(rest.substr(1));
    if (!text) return true;
    for (const char* directive : {".inc", ".macro", ".altmacro", ".irp"}) {
      if (text->find(directive) != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace spl::runner
