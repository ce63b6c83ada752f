#include "runner/session/compared_reports.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include "runner/settings/plain_error.hpp"

namespace spl::runner {
namespace {

/// Whether a word is the path of a report, or of a folder, which is no command.
/// Commands are written ./a.json.
bool is_report(const std::string& word) {
  std::error_code ignored;
  if (std::filesystem::is_directory(word, ignored)) return true;
  return (word.ends_with(".json") || word.ends_with(".xml") ||
          word.ends_with(".csv")) &&
         !word.starts_with("./") && std::filesystem::exists(word, ignored);
}

}  // namespace

std::optional<Invocation> guard_of_reports(const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.line.commands;
  if (words.empty() || !std::all_of(words.begin(), words.end(), is_report)) {
    return std::nullopt;
  }
  if (words.size() != 2) {
    throw PlainError(
        "compare takes two reports, the old one and the new one; for several "
        "of each write spl-run guard --data old=FILE --data new=FILE ...");
  }
  Invocation result = invocation;
  result.line.mode = Mode::kGuard;
  result.line.command = "guard";
  result.line.commands.clear();
  auto& typed = result.line.typed;
  std::erase_if(typed, [](const TypedPart& one) { return one.option.empty(); });
  for (const std::string& set : {"old=" + words[0], "new=" + words[1]}) {
    typed.push_back({"data", set});
    result.settings.data.push_back(set);
    result.layers.base.data.push_back(set);
  }
  return result;
}

}  // namespace spl::runner
