#include "runner/reports/terminal/style.hpp"

#include <algorithm>
#include <vector>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kWordIndent = 16;

constexpr char kBlank = '\x01';  // Is in no word.

/// Joins words by blanks at which the line may be broken, and others.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  bool is_option = false;
  for (const std::string& word : words) {
    std::string unit = foreign_name(to_text(std::vector<std::string>{word}));
    std::ranges::replace(unit, ' ', kBlank);
    const bool begins_option = unit.starts_with('-');
    if (!text.empty()) text += is_option && !begins_option ? kBlank : ' ';
    text += unit;
    is_option = begins_option;
  }
  return text;
}

}  // namespace

std::string shell_line(std::string_view heading, const std::string& command,
                       Style style) {
  std::string line = std::string(heading) + joined(command_words(command));
  if (style.form == Form::kColumns) {
    line = wrapped(line, {style.width, kWordIndent, " \\"});
  }
  std::ranges::replace(line, kBlank, ' ');
  return line + '\n';
}

}  // namespace spl::runner
