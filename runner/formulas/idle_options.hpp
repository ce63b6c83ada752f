#pragma once

#include <string>
#include <vector>

#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Lists the options of the command line that another one there makes idle, a
/// sentence each: `--max-runs` beside `--runs`, say. What a project file or the
/// environment sets is meant for other calls, too, and is left out.
[[nodiscard]] std::vector<std::string> idle_options(
    const Invocation& invocation);

/// Likewise, where no revision is measured.
[[nodiscard]] std::vector<std::string> idle_options_of_revisions(
    const Invocation& invocation);

}  // namespace spl::runner
