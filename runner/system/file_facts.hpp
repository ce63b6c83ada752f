#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// Device, number, size and times of a file or folder, as one word: equal as
/// long as nobody has changed it. "absent" if it is not there.
[[nodiscard]] std::string file_facts(const std::filesystem::path& path);

/// Whether the path is the folder or below it; both are absolute and normal.
[[nodiscard]] bool is_below(const std::filesystem::path& path,
                            const std::filesystem::path& folder);

/// Absolute, without a dot or slash at its end.
[[nodiscard]] std::filesystem::path normal_path(
    const std::filesystem::path& path);

/// The parts of a text that each have a zero byte after them.
[[nodiscard]] std::vector<std::string> zero_ended(std::string_view text);

}  // namespace spl::runner
