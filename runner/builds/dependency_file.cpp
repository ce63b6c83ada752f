#include "runner/builds/dependency_file.hpp"

#include <algorithm>
#include <string>

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Takes the next line off the text, with those that continue it.
std::string next_line(std::string_view& text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.ends_with('\\')) break;
    line.back() = ' ';
  }
  return line;
}

/// Returns the text after the targets.
std::string_view after_targets(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos;
       at = line.find(':', at + 1)) {
    if (at + 1 == line.size()) return {};
    if (line[at + 1] == ' ' || line[at + 1] == '\t') return line.substr(at + 1);
  }
  return {};
}

/// Takes the next word off a line; empty at its end. Compilers escape spaces
/// and # by a backslash, and $ by another one.
std::string next_word(std::string_view& line) {
  std::string word;
  while (!line.empty()) {
    const char sign = line.front();
    const char next = line.size() > 1 ? line[1] : '\0';
    line.remove_prefix(1);
    if ((sign == '\\' && (next == ' ' || next == '#')) ||
        (sign == '$' && next == '$')) {
      word += next;
      line.remove_prefix(1);
    } else if (sign != ' ' && sign != '\t' && sign != '\r') {
      word += sign;
    } else if (!word.empty()) {
      return word;
    }
  }
  return word;
}

}  // namespace

std::vector<fs::path> prerequisites(std::string_view text,
                                    const fs::path& folder) {
  std::vector<fs::path> result;
  while (!text.empty()) {
    const std::string line = next_line(text);
    std::string_view rest = after_targets(line);
    for (std::string word = next_word(rest); !word.empty();
         word = next_word(rest)) {
      result.push_back((folder / word).lexically_normal());
    }
  }
  return result;
}

}  // namespace spl::runner
