#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"

namespace spl::runner {

/// A performance at two commits, as evaluations compared them.
struct ComparedCommits {
  logic::Performance performance;  ///< At whatever revision.
  MeasuredMetric metric;
  std::string earlier;    ///< The commits, in hexadecimal digits.
  std::string later;      ///< As the revision under test.
  std::string file = {};  ///< The name of the formulas' file.
};

/// The finding about a relation between the two commits.
struct StoredComparison {
  std::string finding;  ///< As in the JSON report.
  double alpha = 0;
  std::size_t blocks = 0;
  std::optional<double> ratio;
  std::optional<double> lower;
  std::optional<double> upper;
};

/// Returns the relations between the two that evaluations have decided, in the
/// order of the experiments' beginnings. Throws DatabaseError.
[[nodiscard]] std::vector<StoredComparison> stored_comparisons(
    Database& database, const ComparedCommits& compared);

}  // namespace spl::runner
