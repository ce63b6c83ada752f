#include "runner/store/stored_runs.hpp"

#include <algorithm>
#include <cstring>

#include "runner/store/packed_observations.hpp"

namespace spl::runner {
namespace {

Uuid uuid_in(std::string_view bytes) {
  Uuid uuid;
  if (bytes.size() == uuid.bytes.size()) {
    std::memcpy(uuid.bytes.data(), bytes.data(), bytes.size());
  }
  return uuid;
}

/// Throws DatabaseError that names the file.
std::vector<double> unpacked(std::string_view bytes, const Database& database) {
  try {
    return runner::unpacked(bytes);
  } catch (const std::runtime_error& error) {
    throw DatabaseError(DatabaseError::Kind::kDamaged,
                        database.file().string() + ": " + error.what());
  }
}

}  // namespace

std::vector<StoredRun> stored_runs(Database& database,
                                   const StoredSubject& subject) {
  Statement found = database.statement(R"sql(
    SELECT experiment.uuid, experiment.begun, series.number, run.block,
           run.observations
    FROM performance
    JOIN series ON series.performance = performance.id
    JOIN build ON build.id = series.build
    JOIN host ON host.id = series.host
    JOIN experiment ON experiment.id = series.experiment
    JOIN run ON run.series = series.id
    WHERE performance.uuid = ?1 AND series.metric = ?2
      AND (?3 IS NULL OR build.uuid = ?3) AND (?4 IS NULL OR host.uuid = ?4)
      AND run.kind = 0 AND run.failure IS NULL
    ORDER BY experiment.begun, experiment.uuid, series.number, run.block
  )sql");
  found.start(uuid_of(subject.performance), to_text(subject.metric),
              subject.build, subject.host);
  std::vector<StoredRun> result;
  while (found.next()) {
    result.push_back({uuid_in(found.blob(0)), std::string(found.text(1)),
                      static_cast<std::size_t>(found.integer(2)),
                      static_cast<std::size_t>(found.integer(3)),
                      unpacked(found.blob(4), database)});
  }
  return result;
}

}  // namespace spl::runner
