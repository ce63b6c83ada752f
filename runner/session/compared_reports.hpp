#pragma once

#include <optional>

#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Returns what `compare` means if all that it takes are reports: the guard
/// that holds one against the other. Throws PlainError unless there are two.
[[nodiscard]] std::optional<Invocation> guard_of_reports(
    const Invocation& invocation);

}  // namespace spl::runner
