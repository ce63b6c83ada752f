#include "spl/logic/name.hpp"

namespace spl::logic {
namespace {

// Takes the next character of a name, `::` as `.`.
char next_character(const std::string& name, std::size_t& position) {
  if (name.compare(position, 2, "::") == 0) {
    position += 2;
    return '.';
  }
  return name[position++];
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string canonical_name(const std::string& name) {
  std::string result;
  result.reserve(name.size());
  for (std::size_t i = 0; i < name.size();) result += next_character(name, i);
  return result;
}

bool is_plain_name(const std::string& name) {
  std::size_t position = 0;
  while (true) {
    if (position == name.size() || !is_letter(name[position])) return false;
    while (position < name.size() &&
           (is_letter(name[position]) || is_digit(name[position]))) {
      ++position;
    }
    if (position == name.size()) return true;
    if (next_character(name, position) != '.') return false;
  }
}

// No string has both kinds of quotes, since formulas cannot write one.
std::string in_quotes(const std::string& text) {
  const char quote = text.find('"') == std::string::npos ? '"' : '\'';
  return quote + in_a_line(text) + quote;
}

std::string in_a_line(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      result += "\u240a";
    } else if (c == '\0') {
      result += "\u2400";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace spl::logic
