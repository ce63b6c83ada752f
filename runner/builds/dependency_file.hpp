#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace spl::runner {

/// Returns the prerequisites of all rules of a text for make, as compilers
/// write them with -MD: absolute and normal; relative ones are from `folder`.
[[nodiscard]] std::vector<std::filesystem::path> prerequisites(
    std::string_view text, const std::filesystem::path& folder);

}  // namespace spl::runner
