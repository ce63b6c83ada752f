#pragma once

#include <string>

#include "runner/findings/report.hpp"

/// The findings of the three parts, in sentences.
namespace spl::runner {

/// Typical calls, all calls, and what decides or could hide; of a relation with
/// parts.
[[nodiscard]] std::string parts_text(const RelationReport& relation);

}  // namespace spl::runner
