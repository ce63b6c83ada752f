#include "runner/printed.hpp"

#include <algorithm>
#include <vector>

namespace spl::runner {
namespace {

std::string shown(std::string_view line) {
  constexpr std::size_t kLongest = 200;
  std::string text(line.substr(0, kLongest));
  for (char& byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < ' ' || code == 127) byte = byte == '\t' ? ' ' : '?';
  }
  return line.size() > kLongest ? text + " ..." : text;
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
