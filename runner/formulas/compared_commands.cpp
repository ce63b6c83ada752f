#include "runner/formulas/compared_commands.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

bool has(const std::string& text, char one) {
  return text.find(one) != std::string::npos;
}

bool can_be_written(const std::string& text) {
  return !(has(text, '"') && has(text, '\'')) &&
         std::none_of(text.begin(), text.end(),
                      [](unsigned char one) { return std::iscntrl(one) != 0; });
}

/// The same words with backslashes in place of quotes, where that is needed.
std::string without_quotes(const std::string& command) {
  std::string result;
  for (const std::string& word : command_words(command)) {
    if (!result.empty()) result += ' ';
    if (word.empty()) result += "\"\"";
    for (const char one : word) {
      const bool is_plain =
          std::isalnum(static_cast<unsigned char>(one)) != 0 ||
          static_cast<unsigned char>(one) >= 0x80 ||
          std::string_view("_-./=:,+@%").find(one) != std::string_view::npos;
      if (!is_plain) result += '\\';
      result += one;
    }
  }
  return result;
}

}  // namespace

std::string written_call(const std::string& command) {
  if (command_words(command).empty()) throw WordError("no words");
  std::string text = command;
  if (!can_be_written(text)) text = without_quotes(command);
  if (!can_be_written(text)) {
    throw WordError(
        "both kinds of quotes in its words, or a line break; write it into a "
        "script, or as a list of words into \"commands\" of spl.json");
  }
  const char quote = has(text, '"') ? '\'' : '"';
  return std::string("command(") + quote + text + quote + ')';
}

std::string joined_calls(const std::vector<std::string>& commands,
                         const std::string& sign) {
  std::set<std::string> known;
  std::string result;
  for (std::string command : commands) {
    try {
      while (!known.insert(written_call(command)).second) command += ' ';
      result += (result.empty() ? "" : sign) + written_call(command);
    } catch (const WordError& error) {
      throw WordError("the command " + command + " has " + error.what());
    }
  }
  return result;
}

}  // namespace spl::runner
