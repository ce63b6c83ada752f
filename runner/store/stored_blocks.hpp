#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/programs/group_facts.hpp"
#include "runner/programs/run_record.hpp"
#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/run.hpp"
#include "spl/workload/disturbed.hpp"

/// Blocks of a store on which relations are decided once more.
namespace spl::runner {

/// A performance and the build that was measured.
struct StoredSide {
  logic::Performance performance;
  Uuid build;
};

/// The question that a relation has: blocks in which all its sides were
/// measured, on one machine.
struct BlocksSubject {
  std::vector<StoredSide> sides;
  MeasuredMetric metric;
  workload::Disturbed disturbed = workload::Disturbed::kNet;
  std::vector<Uuid> hosts;    ///< The machine is one of these.
  bool single_calls = false;  ///< Each observation is one iteration.
  bool as_built = false;      ///< Programs were linked as they came.
  /// The experiment did not begin before; ISO 8601, UTC. Empty: at any time.
  std::string since = {};
};

/// The runs of a side, in the order of their blocks.
struct StoredSeries {
  std::vector<RunRecord> records;
  statistics::Runs observations;  ///< One list for each record.
  std::string failure;            ///< A sentence, or empty.
  double layout_seconds = 0;      ///< Measured::layout_seconds.
};

/// The blocks of a group of relations in one experiment.
struct StoredBlocks {
  Uuid experiment;
  std::string begun;  ///< The beginning of the experiment.
  GroupFacts facts;   ///< `is_of_one_layout` is not stored.
  std::map<logic::Performance, StoredSeries> in_blocks;
  std::map<logic::Performance, StoredSeries> in_long_pairs;
};

/// Returns the blocks of the newest experiment that has the subject's and was
/// neither killed nor interrupted. Throws DatabaseError.
[[nodiscard]] std::optional<StoredBlocks> newest_blocks(
    Database& database, const BlocksSubject& subject);

}  // namespace spl::runner
