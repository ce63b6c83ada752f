#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/session/world.hpp"
#include "runner/store/keeper.hpp"
#include "runner/store/stored_runs.hpp"

namespace spl::runner {

/// The data that one call of spl-run keeps in the store. Each evaluation is an
/// experiment, between begin() and end(); the commands that evaluate once have
/// one. Without a store nothing is kept.
class History {
 public:
  History(const Invocation& invocation, const World& world);

  /// Returns where the store is. Throws PlainError if there can be none.
  [[nodiscard]] const StorePlace& place() const;

  /// Returns the runs of blocks that are kept of a performance of one of the
  /// programs, on machines like any of these; on any machine if there is none.
  /// Runs of the experiment that has begun are not among them.
  /// Throws PlainError if there can be no store, FileError or DatabaseError.
  [[nodiscard]] std::vector<StoredRun> stored(
      const logic::Performance& performance, const ProgramCatalogue& programs,
      const Settings& settings, const std::vector<HostRecord>& hosts) const;

  /// Returns the same of performances whose texts match a pattern in
  /// GoogleTest's filter syntax, of any program: the runs of each program.
  [[nodiscard]] std::vector<
      std::pair<logic::Performance, std::vector<StoredRun>>>
  stored_alike(const std::string& pattern, const Settings& settings,
               const std::vector<HostRecord>& hosts) const;

  /// Begins an experiment with these programs, which outlive it, at revisions
  /// whose commits are known by name. Returns what is called with its blocks;
  /// empty if nothing is kept.
  [[nodiscard]] KeepRuns begin(const ProgramCatalogue& programs,
                               std::map<std::string, Revision> revisions,
                               std::uint64_t seed);

  /// Ends it with what was found, if anything was measured. Returns warnings.
  [[nodiscard]] std::vector<std::string> end(
      const std::vector<FormulaReport>& formulas, const Report& report);

  /// Tells relations of the experiment that has ended what earlier ones of the
  /// same programs contradict them with. The verdicts stay.
  void add_earlier_ratios(std::vector<FormulaReport>& formulas) const;

 private:
  /// The runs of one performance in one group, of one kind.
  using RunsKey = std::tuple<std::size_t, RunKind, logic::Performance>;
  using SeriesKey = std::tuple<std::size_t, logic::Performance, std::string>;

  /// Returns the runs of a subject on machines like any of these.
  [[nodiscard]] std::vector<StoredRun> on_hosts(
      StoredSubject subject, const std::vector<HostRecord>& hosts,
      Database& database) const;
  void keep(const GroupFacts& facts, const Group& group,
            const GroupResult& result);
  void add(const RunsKey& key, const Group& group, const Measured& measured,
           std::size_t block, std::vector<KeptRun>& runs);
  std::size_t series(const RunsKey& key, const Group& group,
                     const std::string& host);
  [[nodiscard]] HostFacts host(const std::string& name) const;
  const BuildIdentity& build(const logic::Performance& performance);
  [[nodiscard]] std::vector<std::size_t> series_of(
      std::size_t relation,
      const std::vector<PerformanceReport>& performances) const;

  const World& world_;
  std::optional<StorePlace> place_;
  Keeper::Limits limits_;
  // The experiment that is measured.
  Uuid experiment_;
  std::optional<Keeper> keeper_;
  const ProgramCatalogue* programs_ = nullptr;
  std::map<std::string, Revision> revisions_;
  std::vector<SeriesFacts> all_series_;
  std::map<SeriesKey, std::size_t> series_;
  std::map<std::string, BuildIdentity> builds_;  ///< By path.
  std::map<std::size_t, GroupFacts> groups_;     ///< By number.
  std::map<RunsKey, std::size_t> kept_;          ///< The number of runs kept.
  std::set<RunsKey> failed_;
};

}  // namespace spl::runner
