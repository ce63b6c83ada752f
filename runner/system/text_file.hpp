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

/// Returns the first link on the path that leads out of the repository in which
/// it is, or of the folder of its project file where there is no repository: "L
/// is a link to T, outside of the project in F"; empty if none does.
[[nodiscard]] std::string outside_link(const std::filesystem::path& path);

/// Returns the first link or pipe on the path that another user made where all
/// users can: "L is a link of another user"; empty if there is none.
[[nodiscard]] std::string foreign_link(const std::filesystem::path& path);

/// Throws FileError if a link on the path leads out of its project or is of
/// another user: whoever made the repository, or the link, does not choose
/// which of the reader's files are read and quoted, or are a store. Links
/// elsewhere are the user's own.
void refuse_outside_link(const std::filesystem::path& path);

/// Returns the nearest folder at or above a real one that has such an entry;
/// empty if none has. What another user made where all users can is none.
[[nodiscard]] std::filesystem::path nearest_with(
    const char* entry, const std::filesystem::path& folder);

/// Returns whether a real path is that of a folder or below it.
[[nodiscard]] bool is_within(const std::filesystem::path& path,
                             const std::filesystem::path& folder);

}  // namespace spl::runner
