#pragma once

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner::git {

/// Returns what @baseline means unless it is said, as specified by Repository.
[[nodiscard]] Revision default_baseline(git_repository* repository,
                                        const Revision& under_test,
                                        const BaselineHints& hints);

}  // namespace spl::runner::git
