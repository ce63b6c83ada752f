#include "runner/modes/bisection_commands.hpp"

#include <algorithm>
#include <string_view>

#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using Words = std::vector<std::string>;

/// Returns the command without these options and their values.
Words without(const Words& options, const std::string& program,
              const Words& arguments) {
  Words words{program};
  bool is_value = false;
  for (const std::string& word : arguments) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_left_out =
        std::find(options.begin(), options.end(), name) != options.end();
    if (!is_value && !is_left_out) words.push_back(word);
    is_value = !is_value && is_left_out && name == word;
  }
  return words;
}

}  // namespace

std::string again_command(const std::string& program,
                          const std::vector<std::string>& arguments,
                          const EvaluatedCommit& commit) {
  Words words = without({"--bisect", "--rev", "--baseline", "--seed"}, program,
                        arguments);
  words.insert(words.end(),
               {"--rev", commit.revision, "--baseline", commit.baseline,
                "--seed", std::to_string(commit.seed)});
  return to_text(words);
}

std::string narrowed_command(const std::string& program,
                             const std::vector<std::string>& arguments,
                             const LeftCommits& left) {
  Words words = without({"--bisect", "--rev"}, program, arguments);
  words.insert(words.end(), {"--bisect", left.good, "--rev", left.bad});
  if (!left.baseline.empty()) {
    words.insert(words.end(), {"--baseline", left.baseline});
  }
  return to_text(words);
}

}  // namespace spl::runner
