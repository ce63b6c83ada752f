#pragma once

#include <string>
#include <vector>

#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Lists the options of the command line that another option there makes idle,
/// a sentence each: for example `max-runs` beside `--runs`. Settings of the
/// project file and the environment are left out: they are for other calls,
/// too.
[[nodiscard]] std::vector<std::string> idle_options(
    const Invocation& invocation);

/// Lists the options that are idle if no revision is measured.
[[nodiscard]] std::vector<std::string> idle_options_of_revisions(
    const Invocation& invocation);

}  // namespace spl::runner
