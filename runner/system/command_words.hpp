#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// A command that cannot be split into words; what() continues "... has".
class WordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Splits a command into words like a shell, without expansions. White space
/// separates words, and text in '...' stays as it is. In "..." a backslash
/// takes the meaning from " \ $ and `, elsewhere from any character. Throws
/// WordError.
[[nodiscard]] std::vector<std::string> command_words(std::string_view command);

/// Returns the words with the quotes that a shell needs. command_words() reads
/// them back.
[[nodiscard]] std::string to_text(const std::vector<std::string>& words);

/// Returns the path of a program by the PATH of "NAME=value" variables; a name
/// with a slash is a path.
[[nodiscard]] std::optional<std::filesystem::path> in_search_path(
    const std::string& program, const std::vector<std::string>& environment);

}  // namespace spl::runner
