#include "runner/store/stored_runs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "runner/programs/answered_run.hpp"
#include "runner/store/packed_observations.hpp"

namespace spl::runner {
std::vector<StoredRun> stored_runs(Database& database,
                                   const StoredSubject& subject) {
  Statement found = database.statement(R"sql(
    SELECT experiment.uuid, experiment.begun, series.number, run.block,
           run.observations, host.name, build.uuid
    FROM performance
    JOIN series ON series.performance = performance.id
    JOIN build ON build.id = series.build
    JOIN host ON host.id = series.host
    JOIN experiment ON experiment.id = series.experiment
    JOIN run ON run.series = series.id
    WHERE performance.uuid = ?1 AND series.metric = ?2
      AND (?3 IS NULL OR build.uuid = ?3)
      AND (NOT ?4 OR (host.processor IS ?5 AND host.processors IS ?6
                      AND host.virtualization IS ?7))
      AND run.kind = 0 AND run.failure IS NULL
    ORDER BY experiment.begun, experiment.uuid, series.number, run.block
  )sql");
  const HostFacts host = subject.host.value_or(HostFacts());
  found.start(uuid_of(subject.performance), to_text(subject.metric),
              subject.build, subject.host.has_value(), host.processor,
              host.processors, host.virtualization);
  std::vector<StoredRun> result;
  while (found.next()) {
    result.push_back({found.uuid(0), std::string(found.text(1)), found.uuid(6),
                      std::string(found.text(5)),
                      static_cast<std::size_t>(found.integer(2)),
                      static_cast<std::size_t>(found.integer(3)),
                      unpacked(found.blob(4), database.file())});
  }
  return result;
}

std::vector<std::string> stored_performances(Database& database) {
  Statement found = database.statement(R"sql(
    SELECT text FROM performance
    WHERE EXISTS (SELECT 1 FROM series WHERE series.performance = performance.id)
    ORDER BY text
  )sql");
  std::vector<std::string> result;
  found.start();
  while (found.next()) result.emplace_back(found.text(0));
  return result;
}

std::vector<StoredPair> stored_pairs(Database& database,
                                     const logic::Performance& performance,
                                     const MeasuredMetric& metric,
                                     const std::string& reference,
                                     std::size_t most) {
  // Plus signs keep SQLite from comparing all series of the performance, or
  // of a host, with one another: those of an experiment are few.
  Statement found = database.statement(R"sql(
    SELECT * FROM (
    SELECT one.commit_id, experiment.begun, experiment.uuid, run.mean,
           run.trimmed, other_run.mean, other_run.trimmed, one.number,
           run.block
    FROM performance
    JOIN series AS other ON other.performance = performance.id
    JOIN series AS one ON +one.performance = performance.id
      AND one.experiment = other.experiment
      AND one.block_group = other.block_group AND +one.host = other.host
      AND one.metric = other.metric
    JOIN experiment ON experiment.id = one.experiment
    JOIN run ON run.series = one.id
    JOIN run AS other_run
      ON other_run.series = other.id AND other_run.block = run.block
      AND other_run.kind = run.kind
    WHERE performance.uuid = ?1 AND other.metric = ?2 AND other.commit_id = ?3
      AND one.commit_id <> ?3 AND one.commit_id <> ''
      AND NOT one.dirty AND NOT other.dirty
      AND run.kind = 0 AND run.failure IS NULL AND other_run.failure IS NULL
    LIMIT ?4) ORDER BY begun, uuid, number, block
  )sql");
  found.start(uuid_of(performance), to_text(metric), reference,
              static_cast<std::int64_t>(most + 1));
  std::vector<StoredPair> result;
  std::size_t count = 0;
  while (found.next()) {
    if (++count > most) {
      throw DatabaseError(DatabaseError::Kind::kOther,
                          database.file().string() + " has more than " +
                              std::to_string(most) + " pairs of blocks of " +
                              to_text(performance) +
                              "; history prune removes old ones");
    }
    const double all[] = {found.number(3), found.number(4), found.number(5),
                          found.number(6)};
    const bool can_be_compared = std::ranges::all_of(
        all, [](double one) { return std::abs(one) < kLargestObservation; });
    if (!can_be_compared) continue;
    result.push_back({std::string(found.text(0)), std::string(found.text(1)),
                      found.uuid(2), all[0], all[1], all[2], all[3]});
  }
  return result;
}

}  // namespace spl::runner
