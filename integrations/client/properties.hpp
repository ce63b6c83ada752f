#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spl::client {

/// Returns what the text of a JSON report of spl-run says of its formulas, as
/// names and texts for the reports of a test framework: `verdict`, or for the
/// second formula of a text `verdict_2`, and for the relation with number N
/// `relation_N`, `strength_N`, `ratio_N`, `interval_N` ("1.02 .. 1.05") and, if
/// the report has times, `left_N` and `right_N` in ns. Leaves out what the
/// report does not have.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> properties_of(
    const std::string& report);

}  // namespace spl::client
