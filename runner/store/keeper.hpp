#pragma once

#include <chrono>
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
  struct Limits {
    std::uint64_t most_bytes = 0;
    /// How long others are waited for, in all.
    std::chrono::nanoseconds patience = Database::kPatience;
  };

  /// A store above `most_bytes` loses its oldest experiments at the end.
  Keeper(StorePlace place, ExperimentFacts facts, Limits limits,
         IsOnNetwork is_on_network = runner::is_on_network);

  /// Keeps the runs of a block. They are in the store afterwards, or in a spool
  /// if others hold the store for longer than the patience.
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
  void begin_spool();
  template <typename Write>
  void go_on_in_spool(const Write& write);
  void close();
  void give_up(const std::string& why);

  StorePlace place_;
  ExperimentFacts facts_;
  Limits limits_;
  IsOnNetwork is_on_network_;
  std::optional<Spool> spool_;
  std::unique_ptr<Database> database_;
  std::optional<ExperimentWriter> writer_;
  bool has_runs_ = false;
  bool has_given_up_ = false;
  bool was_damaged_ = false;
  std::vector<std::string> warnings_;
};

}  // namespace spl::runner
