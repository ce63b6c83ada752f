#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spl::logic {

/// The candidate that a misspelt name most likely means: fewest insertions,
/// deletions, replacements and swaps of neighbours (upper and lower case
/// counting half), at most a third of the name's length and at least one.
[[nodiscard]] std::optional<std::string> nearest_name(
    std::string_view name, std::span<const std::string> candidates);

/// `; did you mean "candidate"?`, or nothing where none is near.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       std::span<const std::string> candidates);

}  // namespace spl::logic
