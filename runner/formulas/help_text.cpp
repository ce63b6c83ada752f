#include "runner/formulas/help_text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "runner/settings/options.hpp"

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

std::string option_text(const CLI::Option& option, std::size_t width) {
  std::string text(kIndent, ' ');
  text += option.get_name(option.get_positional(), true);
  const std::string type = option.get_type_name();
  if (!type.empty() && !option.get_positional()) text += ' ' + type;
  if (text.size() + 2 > kColumn) {
    text += '\n' + std::string(kColumn, ' ');
  } else {
    text.resize(kColumn, ' ');
  }
  add_wrapped(option.get_description(), kColumn, width, text);
  return text;
}

}  // namespace

std::string help_text(const CLI::App& app, std::size_t width) {
  width = std::max(width, kNarrowest);
  std::string text =
      "Usage: " + app.get_name() + " [OPTIONS] [FORMULAS...]\n\n";
  add_wrapped(app.get_description(), 0, width, text);
  for (const Option::Topic topic : kTopics) {
    const std::string_view group = heading(topic);
    text += '\n' + std::string(group) + ":\n";
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_group() == group) text += option_text(*option, width);
    }
  }
  return text;
}

}  // namespace spl::runner
