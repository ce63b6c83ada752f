#pragma once

#include <string>

namespace spl::client {

/// Returns a report of spl-run as that of an assertion. The options that the
/// report advises are settings: `--budget 18s` is `spl::budget(18s)`, and
/// `--runs 40` is `spl::setting("runs", "40")`. `rerun` takes the place of the
/// command that evaluates the formula again, unless it is empty; other commands
/// stay as they are.
[[nodiscard]] std::string as_assertion(const std::string& report,
                                       const std::string& rerun);

}  // namespace spl::client
