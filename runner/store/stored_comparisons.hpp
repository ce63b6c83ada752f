#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"
#include "spl/statistics/effects/ratio.hpp"

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

/// A relation of an experiment that the store has.
struct AskedRelation {
  Uuid experiment;
  std::size_t formula = 0;   ///< Its number in the experiment.
  std::size_t relation = 0;  ///< Its number in the formula.
};

/// The ratio that another evaluation found.
struct EarlierRatio {
  std::string begun;  ///< The experiment's beginning, ISO 8601, UTC.
  statistics::RatioInterval ratio;
};

/// Returns the newest ratio that contradicts the relation's: the same relation
/// between the same programs on the same machine, whose interval is apart by
/// more than `apart`, a fraction of the ratio. Only the last ten evaluations of
/// the 30 days before are looked at: of many, one contradicts by chance. Throws
/// DatabaseError.
[[nodiscard]] std::optional<EarlierRatio> contradicting_ratio(
    Database& database, const AskedRelation& asked, double apart);

}  // namespace spl::runner
