#include "runner/reports/terminal/wrapped_text.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

/// Appends a line of text, broken at blanks.
void wrap_line(std::string_view line, const Wrapping& how, std::string& text) {
  std::size_t column = 0;
  bool is_first = true;
  // Blanks before the first word are its own.
  std::size_t begin = 0;
  while (begin < line.size()) {
    const std::size_t word = line.find_first_not_of(' ', begin);
    if (word == std::string_view::npos) break;
    const std::size_t end = std::min(line.find(' ', word), line.size());
    const std::size_t size = columns_of(line.substr(word, end - word));
    const std::size_t blanks = word - begin;
    const bool is_last = end == line.size();
    const std::size_t room = is_last ? 0 : columns_of(how.end);
    if (!is_first && column + blanks + size + room > how.width) {
      text += how.end;
      text += '\n' + std::string(how.indent, ' ');
      column = how.indent;
    } else {
      text.append(blanks, ' ');
      column += blanks;
    }
    text += line.substr(word, end - word);
    column += size;
    begin = end;
    is_first = false;
  }
}

}  // namespace

std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    longest = std::max(longest, columns_of(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return longest;
}

std::size_t columns_of(std::string_view text) {
  constexpr unsigned char kMask = 0xC0;
  constexpr unsigned char kContinues = 0x80;
  std::size_t columns = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & kMask) != kContinues) ++columns;
  }
  return columns;
}

std::string wrapped(std::string_view text, const Wrapping& wrapping) {
  std::string result;
  for (;;) {
    const std::size_t end = text.find('\n');
    wrap_line(text.substr(0, end), wrapping, result);
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string wrapped_lines(std::string_view text, std::size_t width) {
  constexpr std::size_t kMore = 4;
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    const std::size_t indent = std::min(line.find_first_not_of(' '), end);
    result += wrapped(line, {width, indent + kMore});
    text.remove_prefix(end);
  }
  return result;
}

}  // namespace spl::runner
