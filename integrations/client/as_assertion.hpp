#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spl::client {

/// Returns a report of spl-run as that of an assertion. The options that the
/// report advises are settings: `--budget 18s` is `spl::budget(18s)`, and
/// `--runs 40` is `spl::setting("runs", "40")`. `rerun` takes the place of the
/// command that evaluates the formula again, unless it is empty; other commands
/// stay as they are.
[[nodiscard]] std::string as_assertion(const std::string& report,
                                       const std::string& rerun);

/// Returns what the text of a JSON report of spl-run says of its formulas, as
/// names and texts for the reports of a test framework: `verdict`, or for the
/// second formula of a text `verdict_2`, and for the relation with number N
/// `relation_N`, `strength_N`, `ratio_N`, `interval_N` ("1.02 .. 1.05") and, if
/// the report has times, `left_N` and `right_N` in ns. Leaves out what the
/// report does not have.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> properties_of(
    const std::string& report);

}  // namespace spl::client
