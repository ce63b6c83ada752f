#include "runner/formulas/repeat_command.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

/// Options with a value that say where reports go, or which formulas are
/// evaluated.
constexpr std::array<std::string_view, 22> kDropped = {
    "-f",        "--filter",      "--json",
    "--csv",     "--markdown",    "--junit",
    "--html",    "--github",      "--google-benchmark-json",
    "--bencher", "--document",    "--action-benchmark",
    "--history", "--export",      "--progress",
    "--color",   "--portability", "--signs-of-life",
    "--seed",    "--family",      "--reason",
    "--accept"};

constexpr std::array<std::string_view, 6> kDroppedFlags = {
    "-q",
    "--quiet",
    "-v",
    "--verbose",
    "--observations-in-json",
    "--all-intervals"};

bool has(const auto& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

std::string repeat_command(const std::vector<std::string>& arguments,
                           const std::string& label) {
  std::vector<std::string> words{"spl-run", "-v"};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (has(kDroppedFlags, word)) continue;
    if (has(kDropped, word)) {
      ++i;
    } else if (word == "--own-program") {
      words.emplace_back("-p");
    } else if (!has(kDropped,
                    std::string_view(word).substr(0, word.find('=')))) {
      words.push_back(word);
    }
  }
  // The rest of a command after --compare is the commands'.
  if (!label.empty()) words.insert(words.begin() + 2, {"-f", label});
  return to_text(words);
}

}  // namespace spl::runner
