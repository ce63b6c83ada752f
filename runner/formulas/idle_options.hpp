#pragma once

#include <string>
#include <vector>

#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Whether revisions are built for what is asked.
enum class Revisioned : bool { kNo, kYes };

/// Lists the options of the command line that have no effect, a sentence each:
/// `--max-runs` beside `--runs`, say, or `--repository` where no revision is
/// named. What a project file or the environment sets is meant for other calls,
/// too, and is left out.
[[nodiscard]] std::vector<std::string> idle_options(
    const Invocation& invocation, Revisioned revisioned);

}  // namespace spl::runner
