#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The texts that spl-run prints about itself, all from the tables of options
/// and commands.
namespace spl::runner {

/// docs/words.md, which the build embeds.
extern const std::string_view kWordsPage;

/// Returns what --help prints beside these words: the help of the command that
/// they begin with, else that of spl-run.
[[nodiscard]] std::string help_of_call(const std::vector<std::string>& words);

/// Returns what `help WORDS` prints about a command, a key or a word of a
/// report. Throws UsageError.
[[nodiscard]] std::string help_of_words(const std::vector<std::string>& words);

}  // namespace spl::runner
