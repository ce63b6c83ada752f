#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// Throws PlainError for a variable of the environment that sets no option but
/// was meant to: its name is near that of an option's variable (`SPL_BUDGT`),
/// or belongs to an option that has no variable. Other variables that begin
/// with `SPL_` may be anybody's.
void require_no_slip(const std::vector<std::string>& variables);

}  // namespace spl::runner
