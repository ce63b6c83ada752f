#include "runner/printed.hpp"

#include <algorithm>
#include <vector>

#include "parser/lexeme.hpp"

namespace spl::runner {
namespace {

/// Of a code point of that length; 0 is a byte that is none.
bool can_be_shown(std::string_view text, std::size_t at, std::size_t length) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(text[at + i]);
  };
  if (length == 1) return byte(0) >= ' ' && byte(0) != 127;
  // U+0080 to U+009F are controls, too.
  if (length == 2) return byte(0) != 0xc2 || byte(1) >= 0xa0;
  return length != 0;
}

std::string shown(std::string_view line) {
  constexpr std::size_t kLongest = 200;
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t found = parser::code_point_length(line, at);
    const std::size_t length = std::max<std::size_t>(found, 1);
    if (text.size() + length > kLongest) return text + " ...";
    if (can_be_shown(line, at, found)) {
      text += line.substr(at, length);
    } else {
      text += line[at] == '\t' ? ' ' : '?';
    }
    at += length;
  }
  return text;
}

}  // namespace

std::string last_lines(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::string result;
  for (std::size_t i = lines.size() - std::min(most, lines.size());
       i < lines.size(); ++i) {
    result += "\n    " + shown(lines[i]);
  }
  return result;
}

}  // namespace spl::runner
