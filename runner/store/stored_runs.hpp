#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"

namespace spl::runner {

/// The question that a verdict has: the runs of one performance, of one build,
/// on machines of one kind.
struct StoredSubject {
  logic::Performance performance;  ///< At whatever revision.
  std::optional<Uuid> build;       ///< Absent: any.
  MeasuredMetric metric;
  /// A machine of the same processor, number of processors and
  /// virtualization; absent: any.
  std::optional<HostFacts> host = {};
};

/// A run of a block, as it was kept.
struct StoredRun {
  Uuid experiment;
  std::string begun;  ///< The beginning of the experiment.
  Uuid build;
  std::string host;        ///< Its name.
  std::size_t series = 0;  ///< Its number in the experiment.
  std::size_t block = 0;
  std::vector<double> observations;
};

/// Returns the runs that were made without a failure, in the order of their
/// experiments' beginnings and blocks. Throws DatabaseError.
[[nodiscard]] std::vector<StoredRun> stored_runs(Database& database,
                                                 const StoredSubject& subject);

/// Returns the texts of all performances that have series, in their order.
/// Throws DatabaseError.
[[nodiscard]] std::vector<std::string> stored_performances(Database& database);

/// Two runs of a block, at two commits, in their statistics.
struct StoredPair {
  std::string commit;  ///< The first run's; the second is at the reference.
  std::string begun;   ///< The beginning of the experiment.
  Uuid experiment;
  double mean = 0;
  double trimmed = 0;
  double reference_mean = 0;
  double reference_trimmed = 0;
};

/// Returns the pairs of runs of a performance that blocks have at a commit and
/// at a reference, another commit, in the order of the experiments' beginnings
/// and blocks. Working trees with changes are left out. Throws DatabaseError,
/// also if there are more than `most`: some thousand series of one group make
/// millions.
[[nodiscard]] std::vector<StoredPair> stored_pairs(
    Database& database, const logic::Performance& performance,
    const MeasuredMetric& metric, const std::string& reference,
    std::size_t most = 1'000'000);

}  // namespace spl::runner
