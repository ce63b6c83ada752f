#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"

namespace spl::runner {

/// The question that a verdict has: the runs of one performance, of one build,
/// on one machine.
struct StoredSubject {
  logic::Performance performance;  ///< At whatever revision.
  std::optional<Uuid> build;       ///< Absent: any.
  std::optional<Uuid> host;        ///< Likewise.
  MeasuredMetric metric;
};

/// A run of a block, as it was kept.
struct StoredRun {
  Uuid experiment;
  std::string begun;       ///< Of the experiment.
  std::size_t series = 0;  ///< Its number in the experiment.
  std::size_t block = 0;
  std::vector<double> observations;
};

/// Returns the runs that were made without a failure, in the order of their
/// experiments' beginnings and blocks. Throws DatabaseError.
[[nodiscard]] std::vector<StoredRun> stored_runs(Database& database,
                                                 const StoredSubject& subject);

}  // namespace spl::runner
