#include "runner/store/stored_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "runner/store/packed_observations.hpp"
#include "runner/store/schema.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

/// A group of relations on one machine, by its rows.
struct GroupRows {
  std::int64_t experiment = 0;
  std::int64_t block_group = 0;
  std::int64_t host = 0;
};

Statement groups_of_first(Database& database, const BlocksSubject& subject,
                          const Uuid& host) {
  Statement result = database.statement(R"sql(
    SELECT experiment.id, series.block_group, host.id, experiment.uuid,
           experiment.begun
    FROM performance
    JOIN series ON series.performance = performance.id
    JOIN build ON build.id = series.build
    JOIN host ON host.id = series.host
    JOIN experiment ON experiment.id = series.experiment
    WHERE performance.uuid = ?1 AND build.uuid = ?2 AND host.uuid = ?3
      AND series.metric = ?4 AND series.disturbed = ?5
      AND experiment.begun >= ?6
      AND EXISTS (SELECT 1 FROM formula
                  WHERE formula.experiment = experiment.id)
      AND NOT EXISTS (SELECT 1 FROM formula
                      JOIN relation ON relation.formula = formula.id
                      WHERE formula.experiment = experiment.id
                        AND relation.stopped = 'interrupted')
    ORDER BY experiment.begun DESC, experiment.uuid, series.block_group
  )sql");
  const StoredSide& first = subject.sides.front();
  result.start(uuid_of(first.performance), first.build, host,
               to_text(subject.metric), workload::to_text(subject.disturbed),
               subject.since);
  return result;
}

/// The sides that were found in a group, each in a series of its own: two sides
/// may be revisions of equal builds.
struct SidesFound {
  GroupFacts facts;
  std::vector<std::int64_t> series;  ///< In the order of the sides.
};

/// Finds a side's series in the group. Returns whether there is one.
bool find_side(Database& database, const GroupRows& rows,
               const StoredSide& side, const BlocksSubject& subject,
               SidesFound& sides) {
  Statement found = database.statement(R"sql(
    SELECT series.id, planned, is_counted, has_looks, layouts
    FROM series
    JOIN performance ON performance.id = series.performance
    JOIN build ON build.id = series.build
    WHERE series.experiment = ?1 AND series.block_group = ?2
      AND series.host = ?3 AND performance.uuid = ?4 AND build.uuid = ?5
      AND series.metric = ?6 AND series.disturbed = ?7
      AND NOT (?8 AND EXISTS (SELECT 1 FROM run
                              WHERE run.series = series.id AND run.kind = 0
                                AND run.iterations <> 1))
      AND NOT (?9 AND EXISTS (SELECT 1 FROM run
                              WHERE run.series = series.id AND run.kind = 0
                                AND run.layout IS NOT NULL))
    ORDER BY series.number
  )sql");
  found.start(rows.experiment, rows.block_group, rows.host,
              uuid_of(side.performance), side.build, to_text(subject.metric),
              workload::to_text(subject.disturbed), subject.single_calls,
              subject.as_built);
  while (found.next()) {
    const std::int64_t series = found.integer(0);
    const auto& used = sides.series;
    if (std::find(used.begin(), used.end(), series) != used.end()) continue;
    sides.facts = {static_cast<std::size_t>(rows.block_group),
                   static_cast<std::size_t>(found.integer(1)),
                   found.integer(2) != 0, found.integer(3) != 0,
                   static_cast<std::size_t>(found.integer(4))};
    sides.series.push_back(series);
    return true;
  }
  return false;
}

RunRecord record_of(const Statement& row) {
  const auto whole = [&](int column) {
    return static_cast<std::uint64_t>(row.integer(column));
  };
  RunRecord record;
  record.block = whole(0);
  record.position = whole(1);
  record.seed = whole(2);
  record.environment_size = whole(3);
  if (!row.is_null(4)) record.layout = whole(4);
  record.iterations = whole(5);
  record.warmup = whole(6);
  record.disturbed = {whole(7), whole(8), whole(9)};
  record.seconds = row.number(10);
  record.warmup_seconds = row.number(11);
  record.counted_seconds = row.number(12);
  record.host = std::string(row.text(13));
  return record;
}

StoredSeries runs_of(Database& database, std::int64_t series, RunKind kind) {
  Statement found = database.statement(R"sql(
    SELECT block, position, run.seed, environment_size, layout, iterations,
           warmup, net, kept, again, seconds, warmup_seconds, counted_seconds,
           host.name, observations, failure
    FROM run
    JOIN series ON series.id = run.series
    JOIN host ON host.id = series.host
    WHERE run.series = ?1 AND run.kind = ?2
    ORDER BY block
  )sql");
  found.start(series, static_cast<std::int64_t>(kind));
  StoredSeries result;
  while (found.next()) {
    if (!found.is_null(15)) {
      result.failure = foreign_text(found.text(15));
      break;
    }
    result.records.push_back(record_of(found));
    result.observations.emplace_back(unpacked(found.blob(14), database.file()));
  }
  return result;
}

/// Returns what a layout took; 0 if the store does not have that.
double layout_seconds(Database& database, std::int64_t series) {
  if (database.integer("PRAGMA user_version") < kSchemaOfLayoutSeconds) {
    return 0;
  }
  Statement found = database.statement(
      "SELECT coalesce(layout_seconds, 0) FROM series WHERE id = ?");
  found.start(series);
  return found.next() ? found.number(0) : 0;
}

/// Reads the group; absent if it lacks a side.
std::optional<StoredBlocks> blocks_in(Database& database, const GroupRows& rows,
                                      const BlocksSubject& subject) {
  SidesFound sides;
  for (const StoredSide& side : subject.sides) {
    if (!find_side(database, rows, side, subject, sides)) return std::nullopt;
  }
  StoredBlocks result;
  result.facts = sides.facts;
  for (std::size_t i = 0; i < sides.series.size(); ++i) {
    const logic::Performance& one = subject.sides[i].performance;
    const std::int64_t row = sides.series[i];
    result.in_blocks[one] = runs_of(database, row, RunKind::kInBlock);
    result.in_blocks[one].layout_seconds = layout_seconds(database, row);
    StoredSeries pairs = runs_of(database, row, RunKind::kInLongPair);
    if (pairs.records.empty() && pairs.failure.empty()) continue;
    result.in_long_pairs[one] = std::move(pairs);
  }
  return result;
}

}  // namespace

std::optional<StoredBlocks> newest_blocks(Database& database,
                                          const BlocksSubject& subject) {
  std::optional<StoredBlocks> newest;
  for (const Uuid& host : subject.hosts) {
    Statement found = groups_of_first(database, subject, host);
    while (found.next()) {
      if (newest && std::string(found.text(4)) <= newest->begun) break;
      auto blocks = blocks_in(
          database, {found.integer(0), found.integer(1), found.integer(2)},
          subject);
      if (!blocks) continue;
      blocks->experiment = found.uuid(3);
      blocks->begun = std::string(found.text(4));
      newest = std::move(blocks);
      break;
    }
  }
  return newest;
}

}  // namespace spl::runner
