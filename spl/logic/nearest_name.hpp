#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spl::logic {

/// Returns the candidate that a misspelt name most likely means: the one with
/// the fewest insertions, deletions, replacements and swaps of neighbours,
/// where a change of case counts half. At most a third of the name's length may
/// change, and one change is always allowed.
[[nodiscard]] std::optional<std::string> nearest_name(
    std::string_view name, std::span<const std::string> candidates);

/// Returns `; did you mean "candidate"?`, or an empty text if none is near.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       std::span<const std::string> candidates);

}  // namespace spl::logic
