#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/store/experiment.hpp"
#include "runner/store/experiment_writer.hpp"
#include "runner/store/spool.hpp"
#include "runner/store/store_place.hpp"

namespace spl::runner {

/// Keeps what one call of spl-run measures, in the store at a place. Nothing is
/// thrown: measuring goes on whatever happens to the store, and warnings say
/// so, each once. The store is made for the first run.
class Keeper {
 public:
  /// A store above `most_bytes` loses its oldest experiments at the end.
  Keeper(StorePlace place, ExperimentFacts facts, std::uint64_t most_bytes,
         IsOnNetwork is_on_network = runner::is_on_network);

  /// Keeps the runs of a block. They are in the store afterwards, unless others
  /// hold it for so long that the next call keeps them.
  void keep(const std::vector<SeriesFacts>& series, std::vector<KeptRun> runs);

  /// Keeps what was found. Without a run there is nothing to keep.
  void finish(const std::vector<KeptFormula>& formulas,
              const std::vector<HostRecord>& hosts);

  /// Returns the warnings since the last call.
  [[nodiscard]] std::vector<std::string> take_warnings();

 private:
  template <typename Write>
  void attempt(const Write& write);
  void open();
  void open_spool();
  void close();
  void give_up(const std::string& why);
  void warn_of_busy();

  StorePlace place_;
  ExperimentFacts facts_;
  std::uint64_t most_bytes_;
  IsOnNetwork is_on_network_;
  std::optional<Spool> spool_;
  std::unique_ptr<Database> database_;
  std::optional<ExperimentWriter> writer_;
  std::vector<KeptRun> waiting_;  ///< Runs that are not in the store yet.
  bool has_runs_ = false;
  bool has_given_up_ = false;
  bool was_damaged_ = false;
  std::vector<std::string> warnings_;
};

}  // namespace spl::runner
