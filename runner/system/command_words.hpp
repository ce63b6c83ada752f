#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// What cannot be split into words; what() continues "... has".
class WordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The words of a command as a shell's simple command has them, without its
/// expansions: white space separates, '...' is taken as it is, in "..." a
/// backslash takes the meaning from " \ $ and `, elsewhere from any character.
[[nodiscard]] std::vector<std::string> command_words(std::string_view command);

/// The words as one would type them in a shell; command_words reads them back.
[[nodiscard]] std::string to_text(const std::vector<std::string>& words);

}  // namespace spl::runner
