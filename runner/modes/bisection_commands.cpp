#include "runner/modes/bisection_commands.hpp"

#include <string_view>

#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kResume = "--resume";

}  // namespace

std::string again_command(const std::string& program,
                          const std::vector<std::string>& arguments,
                          const EvaluatedCommit& commit) {
  std::vector<std::string> words{program};
  bool is_value = false;
  for (const std::string& word : arguments) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_ours = name == "--bisect" || name == "--rev" ||
                         name == "--baseline" || name == "--seed";
    if (!is_value && !is_ours && word != kResume) words.push_back(word);
    is_value = !is_value && is_ours && name == word;
  }
  words.insert(words.end(),
               {"--rev", commit.revision, "--baseline", commit.baseline,
                "--seed", std::to_string(commit.seed)});
  return to_text(words);
}

std::string resume_command(const std::string& program,
                           const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program};
  for (const std::string& word : arguments) {
    if (word != kResume) words.push_back(word);
  }
  words.emplace_back(kResume);
  return to_text(words);
}

}  // namespace spl::runner
