#pragma once

#include <string>
#include <vector>

namespace spl::statistics {

/// Returns the numbers of a file in tests/statistics/data: comments, the name
/// of the column, and a number in each line.
[[nodiscard]] std::vector<double> published_series(const std::string& file);

}  // namespace spl::statistics
