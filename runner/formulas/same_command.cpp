#include "runner/formulas/same_command.hpp"

#include <algorithm>
#include <vector>

#include "runner/settings/options.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

enum class Part {
  kOther,
  kWhole,  ///< `--json=PATH`: the path is a part of the word.
  kOption  ///< `--json`: the path is the next word.
};

/// Returns what a word is of an option that writes a file.
Part part_of_report(const std::string& word) {
  if (word == "--document") return Part::kOption;
  if (word.starts_with("--document=")) return Part::kWhole;
  for (const Option& one : options()) {
    if (one.topic != Option::Topic::kOutput || !one.is_path) continue;
    const std::string option = "--" + std::string(one.name);
    if (word == option) return Part::kOption;
    if (word.starts_with(option + '=')) return Part::kWhole;
  }
  return Part::kOther;
}

}  // namespace

std::string same_command(const CommandLine& line, std::uint64_t seed) {
  std::vector<std::string> words{"spl-run"};
  const bool has_seed =
      std::any_of(line.assignments.begin(), line.assignments.end(),
                  [](const Assignment& one) { return one.option == "seed"; });
  // After `--` there are files only.
  if (!has_seed) words.insert(words.end(), {"--seed", std::to_string(seed)});
  bool is_option = true;
  for (std::size_t i = 0; i < line.arguments.size(); ++i) {
    const std::string& word = line.arguments[i];
    is_option = is_option && word != "--";
    const Part part = is_option ? part_of_report(word) : Part::kOther;
    if (part == Part::kOther) words.push_back(word);
    if (part == Part::kOption) ++i;
  }
  return to_text(words);
}

}  // namespace spl::runner
