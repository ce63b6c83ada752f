#include "spl/logic/quoted.hpp"

namespace spl::logic {

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
