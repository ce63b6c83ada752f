#pragma once

#include <string>

/// Answers to what newcomers type, and users of earlier versions.
namespace spl::runner {

/// Returns what to write in place of an option that there is not, such as
/// `--guard`, `--alpha=0.1` or `--html`: a sentence.
[[nodiscard]] std::string answer_to_option(const std::string& argument);

/// Likewise for KEY of -s.
[[nodiscard]] std::string answer_to_key(const std::string& key);

/// Returns "show, accept or prune" for a word that begins commands and is none
/// itself; empty for others.
[[nodiscard]] std::string parts_of_command(const std::string& word);

/// Returns the command that a word means: `spl-run guard`; empty if there is
/// none.
[[nodiscard]] std::string command_meant(const std::string& word);

}  // namespace spl::runner
