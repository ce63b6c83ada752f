#include "runner/store/keeper.hpp"

#include <algorithm>
#include <utility>

#include "runner/store/opening.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {

using Kind = DatabaseError::Kind;

namespace {

/// Returns the time at which other machines may begin an experiment, by their
/// clocks.
std::string latest_begin() {
  constexpr auto kMostDifference = std::chrono::hours(1);
  return iso_time(std::chrono::system_clock::now() + kMostDifference);
}

}  // namespace

Keeper::Keeper(StorePlace place, ExperimentFacts facts, Limits limits,
               IsOnNetwork is_on_network)
    : place_(std::move(place)),
      facts_(std::move(facts)),
      limits_(limits),
      is_on_network_(std::move(is_on_network)) {}

void Keeper::keep(const std::vector<SeriesFacts>& series,
                  std::vector<KeptRun> runs) {
  if (has_given_up_) return;
  if (runs.empty()) return;
  has_runs_ = true;
  attempt([&] { writer_->keep(series, runs); });
}

void Keeper::finish(const std::vector<KeptFormula>& formulas,
                    const std::vector<HostRecord>& hosts) {
  if (has_given_up_ || !has_runs_) return;
  attempt([&] {
    writer_->keep(formulas, hosts);
    shrink(*database_, limits_.most_bytes, {facts_.uuid, latest_begin()});
  });
  close();
}

std::vector<std::string> Keeper::take_warnings() {
  return std::exchange(warnings_, {});
}

/// Does the work, once more if the store turns out to be damaged.
template <typename Write>
void Keeper::attempt(const Write& write) {
  try {
    if (!writer_) open();
    write();
  } catch (const DatabaseError& error) {
    if (error.kind() == Kind::kBusy && !spool_) return go_on_in_spool(write);
    const bool is_damage =
        error.kind() == Kind::kDamaged || error.kind() == Kind::kForeign;
    if (!is_damage || was_damaged_ || spool_) return give_up(error.what());
    was_damaged_ = true;
    close();
    try {
      set_aside_if_damaged(place_, facts_.begun, warnings_);
    } catch (const std::runtime_error& failure) {
      return give_up(failure.what());
    }
    attempt(write);
  } catch (const std::runtime_error& error) {
    give_up(error.what());
  }
}

/// Others hold the store: they are not waited for again.
template <typename Write>
void Keeper::go_on_in_spool(const Write& write) {
  close();
  warnings_.push_back(
      place_.file.string() +
      " is locked by another process: the measurements are in " +
      spool_folder(place_.file).string() +
      ", and the next spl-run stores them");
  try {
    begin_spool();
    writer_.emplace(*database_, facts_);
    write();
  } catch (const std::runtime_error& error) {
    give_up(error.what());
  }
}

void Keeper::open() {
  make_store_folder(place_);
  require_untracked(place_.file);  // Nor are spools beside it.
  if (is_on_network_(place_.file.parent_path())) {
    open_spool();
  } else {
    database_ = open_store(place_, facts_.begun, warnings_, limits_.patience);
    take_over(ready_spools(place_.file), *database_, warnings_);
  }
  writer_.emplace(*database_, facts_);
}

void Keeper::open_spool() {
  const auto ready = ready_spools(place_.file);
  try {
    if (!ready.empty()) {
      take_over(ready, *open_store_alone(place_.file), warnings_);
    }
  } catch (const DatabaseError& error) {
    // Another takes them over, now or later.
    if (error.kind() != Kind::kBusy) throw;
  }
  begin_spool();
}

void Keeper::begin_spool() {
  spool_.emplace(place_.file);
  database_ = open_store_alone(spool_->file());
}

void Keeper::close() {
  writer_.reset();
  database_.reset();
  spool_.reset();
}

void Keeper::give_up(const std::string& why) {
  has_given_up_ = true;
  close();
  const bool has_remedy = why.find("history=PATH") != std::string::npos;
  warnings_.push_back("the measurements are not stored: " + why +
                      (has_remedy ? ""
                                  : " (-s history=PATH names another place, "
                                    "-s history=off none)"));
}

namespace {

/// Nothing else refers to these.
constexpr const char* kOrphans = R"sql(
DELETE FROM performance WHERE id NOT IN (SELECT performance FROM series);
DELETE FROM build WHERE id NOT IN (SELECT build FROM series);
DELETE FROM host WHERE id NOT IN (SELECT host FROM series)
                   AND id NOT IN (SELECT host FROM condition);
)sql";

std::uint64_t used_bytes(Database& database) {
  const auto pages = database.integer("PRAGMA page_count") -
                     database.integer("PRAGMA freelist_count");
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(0, pages * database.integer("PRAGMA page_size")));
}

void give_back(Database& database) {
  database.execute("PRAGMA incremental_vacuum");
}

}  // namespace

std::int64_t prune(Database& database, const std::string& before) {
  std::int64_t count = 0;
  {
    Transaction transaction(database);
    database.statement("DELETE FROM experiment WHERE begun < ?").run(before);
    count = database.changes();
    if (count > 0) database.execute(kOrphans);
    transaction.commit();
  }
  give_back(database);
  return count;
}

// A step removes twice as many as the last one, or what the last one freed lets
// expect to be enough: stores may have a million small experiments. The rest of
// a store whose sizes defeat this goes next time.
std::int64_t shrink(Database& database, std::uint64_t most_bytes,
                    const Retained& kept) {
  constexpr int kMostSteps = 100;
  std::int64_t count = 0;
  std::uint64_t used = used_bytes(database);
  if (used <= most_bytes) return count;
  {
    Transaction transaction(database);
    Statement remove_oldest = database.statement(
        "DELETE FROM experiment WHERE id IN (SELECT id FROM experiment "
        "WHERE uuid <> ? ORDER BY begun > ? DESC, begun, uuid LIMIT ?)");
    std::uint64_t size = 1;
    for (int step = 0; used > most_bytes && step < kMostSteps; ++step) {
      remove_oldest.run(kept.own, kept.now, size);
      if (database.changes() == 0) break;
      count += database.changes();
      const std::uint64_t left = used_bytes(database);
      const std::uint64_t freed = used - std::min(used, left);
      used = left;
      if (used <= most_bytes) break;
      const std::uint64_t enough =
          freed == 0 ? 2 * size : size * (used - most_bytes) / freed;
      size = std::clamp<std::uint64_t>(enough, 1, 2 * size);
    }
    database.execute(kOrphans);
    transaction.commit();
  }
  give_back(database);
  return count;
}

}  // namespace spl::runner
