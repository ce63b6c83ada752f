#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns workflow commands of GitHub Actions: an annotation at each formula
/// that does not hold, and at each mistake. Paths are relative to the
/// repository's top. GitHub shows ten errors of a step: the tenth names the
/// number of others.
[[nodiscard]] std::optional<std::string> github_annotations(
    const Report& report);

/// Returns whether a file that begins so was written by github_annotations().
[[nodiscard]] bool is_github_annotations(std::string_view begin);

}  // namespace spl::runner
