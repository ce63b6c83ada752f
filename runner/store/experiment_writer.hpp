#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"

namespace spl::runner {

/// Writes one experiment into a store, a transaction for each call: what a call
/// was given is there when it returns, whatever then happens to this process,
/// and not in part if it throws DatabaseError. A call that threw may be made
/// again.
class ExperimentWriter {
 public:
  /// The database has the newest schema, and outlives this.
  ExperimentWriter(Database& database, ExperimentFacts facts);

  /// Adds runs of a block. `series` has all series so far, by number.
  void keep(const std::vector<SeriesFacts>& series,
            const std::vector<KeptRun>& runs);

  /// Adds what was found, at the end, and how the machines were meanwhile.
  /// `hosts` were machines of some series.
  void keep(const std::vector<KeptFormula>& formulas,
            const std::vector<HostRecord>& hosts);

 private:
  /// The rows that are there already.
  struct Rows {
    std::optional<std::int64_t> experiment;
    std::map<std::size_t, std::int64_t> series;
    std::map<Uuid, std::int64_t> named;  ///< Hosts, builds, performances.
  };

  template <typename Write>
  void write(const Write& write);

  std::int64_t experiment();
  std::int64_t series(std::size_t number, const SeriesFacts& facts);
  /// Returns the row of a table with this UUID. `insert` adds it if it is new.
  template <typename Insert>
  std::int64_t named(const Uuid& uuid, const char* find, const Insert& insert);
  std::int64_t host(const HostFacts& facts);
  std::int64_t build(const BuildIdentity& build);
  std::int64_t performance(const logic::Performance& performance);
  void add(const KeptRun& run, std::int64_t series);
  void add(const KeptFormula& formula, std::size_t number);
  void add(const KeptRelation& relation, std::int64_t formula,
           std::size_t number);

  Database& database_;
  ExperimentFacts facts_;
  Rows rows_;
  Statement add_run_;
  Statement add_failure_;
  Statement add_recorded_;
};

}  // namespace spl::runner
