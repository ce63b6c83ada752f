#pragma once

#include <filesystem>

#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Where built programs are kept: $XDG_CACHE_HOME/spl or ~/.cache/spl. Throws
/// PlainError where neither is set.
[[nodiscard]] std::filesystem::path cache_folder(
    const Environment& environment);

}  // namespace spl::runner
