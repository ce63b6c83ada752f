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
/// expansions: white space separates, '...' is taken as it stands, in "..." a
/// backslash takes the meaning from " \ $ and `, elsewhere from any character.
[[nodiscard]] std::vector<std::string> command_words(std::string_view command);

}  // namespace spl::runner
