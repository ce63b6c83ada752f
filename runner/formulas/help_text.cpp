#include "runner/formulas/help_text.hpp"

#include <algorithm>
#include <string_view>

namespace spl::runner {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kColumn = 28;  ///< The column of explanations.
constexpr std::size_t kNarrowest = 60;

/// Appends the words in lines that begin at a column; the text already ends at
/// this column.
void add_wrapped(std::string_view words, std::size_t column, std::size_t width,
                 std::string& text) {
  std::size_t at = column;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (at > column && at + 1 + end > width) {
      text += '\n' + std::string(column, ' ');
      at = column;
    }
    if (at > column) {
      text += ' ';
      ++at;
    }
    text += words.substr(0, end);
    at += end;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  text += '\n';
}

/// Variables, as options are shown.
std::vector<ListedOption> variables() {
  std::vector<ListedOption> result(2);
  result[0].name = "SPL_MAX_RUNS=20";
  result[0].help =
      "sets what --max-runs 20 sets; likewise for all options but those of "
      "\"What to do\", --formula and --config; a flag is true or false";
  result[1].name = "SPL_RUNNER=PATH";
  result[1].help = "the spl-run that assertions in tests start";
  return result;
}

std::string option_text(const ListedOption& option, std::size_t width) {
  std::string text(kIndent, ' ');
  if (!option.short_name.empty()) text += option.short_name + ',';
  text += option.name;
  if (!option.value.empty()) text += ' ' + option.value;
  if (text.size() + 2 > kColumn) {
    text += '\n' + std::string(kColumn, ' ');
  } else {
    text.resize(kColumn, ' ');
  }
  add_wrapped(option.help, kColumn, width, text);
  return text;
}

}  // namespace

std::string help_text(const std::vector<ListedOption>& options,
                      std::size_t width) {
  width = std::max(width, kNarrowest);
  std::string text = "Usage: spl-run [OPTIONS] [FORMULAS...]\n\n";
  add_wrapped(kPurpose, 0, width, text);
  std::string_view topic;
  for (const ListedOption& option : options) {
    if (option.topic != topic) text += '\n' + option.topic + ":\n";
    topic = option.topic;
    text += option_text(option, width);
  }
  text += "\nEnvironment:\n";
  for (const ListedOption& variable : variables()) {
    text += option_text(variable, width);
  }
  return text;
}

}  // namespace spl::runner
