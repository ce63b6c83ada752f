#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// Returns the device, number, size and times of a file or folder as one word,
/// which changes with the file; "absent" if there is none.
[[nodiscard]] std::string file_facts(const std::filesystem::path& path);

/// Returns whether the path is the folder or below it; both are absolute and
/// normal.
[[nodiscard]] bool is_below(const std::filesystem::path& path,
                            const std::filesystem::path& folder);

/// Returns the absolute path, without a dot or slash at its end.
[[nodiscard]] std::filesystem::path normal_path(
    const std::filesystem::path& path);

/// Returns the parts of a text that each end with a zero byte.
[[nodiscard]] std::vector<std::string> zero_ended(std::string_view text);

}  // namespace spl::runner
