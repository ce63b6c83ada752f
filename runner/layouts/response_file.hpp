#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace spl::runner {

/// Returns the content of a file of words. Throws FileError if the file is not
/// regular or has more than 16 MiB.
[[nodiscard]] std::string read_response_file(const std::filesystem::path& path);

using ResponseContent =
    std::function<std::string(const std::filesystem::path&)>;

/// Adds a word of a linker or, for a file of words (@FILE), its words. Throws
/// FileError if a file cannot be read or names itself, and for more than a
/// thousand files or a million words; WordError for content that is not words.
void append_words(const std::string& word, std::vector<std::string>& words,
                  const ResponseContent& content = read_response_file);

}  // namespace spl::runner
