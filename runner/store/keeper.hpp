#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"
#include "runner/store/experiment_writer.hpp"
#include "runner/store/store_place.hpp"

namespace spl::runner {

/// The name of a new store for this process alone, in a folder beside a store.
/// At its end the file is ready to be taken over. That of a process that was
/// killed is, too, for processes on the same machine.
class Spool {
 public:
  /// Makes the folder. Throws FileError.
  explicit Spool(const std::filesystem::path& store);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

/// Returns the files beside the store that are ready. Removes what killed
/// processes left of those that are gone.
[[nodiscard]] std::vector<std::filesystem::path> ready_spools(
    const std::filesystem::path& store);

/// Adds what is in these files and removes them. A warning names what cannot be
/// read, which stays. Throws DatabaseError if the store cannot be written.
void take_over(const std::vector<std::filesystem::path>& spools, Database& into,
               std::vector<std::string>& warnings);

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

/// Removes the experiments that began before a time, ISO 8601 in UTC. Returns
/// how many. Throws DatabaseError.
std::int64_t prune(Database& database, const std::string& before);

/// What the store of a run keeps, whatever others have put into the store.
struct Retained {
  Uuid own;         ///< The experiment of this run.
  std::string now;  ///< ISO 8601 in UTC, and later for clocks that differ.
};

/// Removes the oldest experiments until the store has at most so many bytes, or
/// nothing but what is kept. Those that begin after now count as the oldest.
/// Returns how many. Throws DatabaseError.
std::int64_t shrink(Database& database, std::uint64_t most_bytes,
                    const Retained& kept);

}  // namespace spl::runner
