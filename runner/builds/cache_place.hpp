#pragma once

#include <filesystem>

#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Returns the folder where built programs are kept: $XDG_CACHE_HOME/spl or
/// ~/.cache/spl. Throws PlainError if neither variable is set.
[[nodiscard]] std::filesystem::path cache_folder(
    const Environment& environment);

}  // namespace spl::runner
