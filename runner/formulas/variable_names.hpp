#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// Throws PlainError where a variable of the environment, `SPL_BUDGT`, sets no
/// option but is near one that does, or is that of an option without one: what
/// it was to set would be forgotten. Other variables that begin with `SPL_` may
/// be anybody's.
void require_no_slip(const std::vector<std::string>& variables);

}  // namespace spl::runner
