#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace spl::runner {

/// The content of a file of words. Throws FileError where it is not regular or
/// has more than 16 MiB.
[[nodiscard]] std::string read_response_file(const std::filesystem::path& path);

using ResponseContent =
    std::function<std::string(const std::filesystem::path&)>;

/// Adds a word of a linker or, where it is a file of words (@FILE), these.
/// Throws FileError where a file cannot be read or names itself, and where
/// there are more than a thousand files or a million words; WordError where
/// content is not made of words.
void append_words(const std::string& word, std::vector<std::string>& words,
                  const ResponseContent& content = read_response_file);

}  // namespace spl::runner
