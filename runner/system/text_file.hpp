#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <string>

namespace spl::runner {

/// The largest text of the user that is read, apart from data: 64 MiB.
inline constexpr std::size_t kMostText = std::size_t{64} << 20;

/// Reads a formula file, a source or a project file, and the facts of what was
/// opened. Throws FileError, also if it is larger, no regular file, or reached
/// by a link out of its repository.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path,
                                         struct stat* facts = nullptr);

/// Throws FileError if the file has more bytes than kMostText.
void check_text_size(const std::filesystem::path& path, std::size_t bytes);

}  // namespace spl::runner
