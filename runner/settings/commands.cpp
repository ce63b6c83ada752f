#include "runner/settings/commands.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

/// Whether a text of words with blanks between has this one.
bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace

const CommandRow& command_of(Mode mode) {
  const auto all = commands();
  return *std::ranges::find(all, mode, &CommandRow::mode);
}

const CommandRow* find_command(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const CommandRow& one : commands()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

std::string typed_instead(std::string_view word) {
  for (const CommandRow& one : commands()) {
    if (!has_word(one.also, word)) continue;
    return "spl-run" + (one.name.empty() ? "" : ' ' + std::string(one.name));
  }
  return {};
}

}  // namespace spl::runner
