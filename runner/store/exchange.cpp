#include "runner/store/exchange.hpp"

#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "runner/store/accepted.hpp"
#include "runner/store/experiment.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/schema.hpp"
#include "runner/system/files.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Access = Database::Access;

/// The tables of two stores have different numbers for the same rows: what is
/// named by a UUID is found by it, and what is part of an experiment by its
/// number there.
constexpr const char* kNamed = R"sql(
INSERT OR IGNORE INTO main.host
  SELECT NULL, uuid, name, kernel, processor, processors, governor, turbo, smt,
         virtualization, quota, memory_limit, layout_randomized
  FROM other.host ORDER BY id;
INSERT OR IGNORE INTO main.build
  SELECT NULL, uuid, content, hash, compiler, flags, sanitizers, optimized,
         assertions
  FROM other.build ORDER BY id;
INSERT OR IGNORE INTO main.performance
  SELECT NULL, uuid, text, method, generator, factory, arguments
  FROM other.performance ORDER BY id;

CREATE TEMP TABLE same_host AS
  SELECT theirs.id AS theirs, ours.id AS ours
  FROM other.host theirs JOIN main.host ours USING (uuid);
CREATE TEMP TABLE same_build AS
  SELECT theirs.id AS theirs, ours.id AS ours
  FROM other.build theirs JOIN main.build ours USING (uuid);
CREATE TEMP TABLE same_performance AS
  SELECT theirs.id AS theirs, ours.id AS ours
  FROM other.performance theirs JOIN main.performance ours USING (uuid);
)sql";

/// Experiments whose end is kept here have all that they will ever have.
constexpr const char* kExperiments = R"sql(
CREATE TEMP TABLE ended AS
  SELECT uuid FROM main.experiment ours
  WHERE EXISTS (SELECT 1 FROM main.formula WHERE experiment = ours.id)
     OR EXISTS (SELECT 1 FROM main.condition WHERE experiment = ours.id);
INSERT OR IGNORE INTO main.experiment
  SELECT NULL, uuid, begun, version, seed FROM other.experiment ORDER BY id;
)sql";

constexpr const char* kSeries = R"sql(
CREATE TEMP TABLE same_experiment (theirs INTEGER PRIMARY KEY, ours INTEGER);
INSERT INTO same_experiment
  SELECT theirs.id, ours.id
  FROM other.experiment theirs JOIN main.experiment ours USING (uuid)
  WHERE uuid NOT IN (SELECT uuid FROM ended);

INSERT OR IGNORE INTO main.series
  SELECT NULL, same_experiment.ours, number, block_group, planned,
         is_counted, has_looks, layouts, same_performance.ours, same_build.ours, same_host.ours, metric,
         revision, commit_id, dirty
  FROM other.series theirs
  JOIN same_experiment ON same_experiment.theirs = theirs.experiment
  JOIN same_performance ON same_performance.theirs = theirs.performance
  JOIN same_build ON same_build.theirs = theirs.build
  JOIN same_host ON same_host.theirs = theirs.host
  ORDER BY theirs.id;
)sql";

constexpr const char* kParts = R"sql(
CREATE TEMP TABLE same_series (theirs INTEGER PRIMARY KEY, ours INTEGER);
INSERT INTO same_series
  SELECT theirs.id, ours.id
  FROM other.series theirs
  JOIN same_experiment ON same_experiment.theirs = theirs.experiment
  JOIN main.series ours ON ours.experiment = same_experiment.ours
                       AND ours.number = theirs.number;

INSERT OR IGNORE INTO main.formula
  SELECT NULL, same_experiment.ours, number, label, file, line, text, verdict
  FROM other.formula theirs
  JOIN same_experiment ON same_experiment.theirs = theirs.experiment
  ORDER BY theirs.id;
CREATE TEMP TABLE same_formula (theirs INTEGER PRIMARY KEY, ours INTEGER);
INSERT INTO same_formula
  SELECT theirs.id, ours.id
  FROM other.formula theirs
  JOIN same_experiment ON same_experiment.theirs = theirs.experiment
  JOIN main.formula ours ON ours.experiment = same_experiment.ours
                        AND ours.number = theirs.number;

INSERT OR IGNORE INTO main.relation
  SELECT NULL, same_formula.ours, number, text, verdict, strength, finding,
         decided_by, stopped, alpha, blocks, ratio, lower, upper
  FROM other.relation theirs
  JOIN same_formula ON same_formula.theirs = theirs.formula
  ORDER BY theirs.id;
INSERT OR IGNORE INTO main.relation_series
  SELECT ours.id, same_series.ours
  FROM other.relation_series link
  JOIN other.relation theirs ON theirs.id = link.relation
  JOIN same_formula ON same_formula.theirs = theirs.formula
  JOIN main.relation ours ON ours.formula = same_formula.ours
                         AND ours.number = theirs.number
  JOIN same_series ON same_series.theirs = link.series;

INSERT OR IGNORE INTO main.condition
  SELECT same_experiment.ours, same_host.ours, load, runnable, on_battery,
         steal, throttled
  FROM other.condition theirs
  JOIN same_experiment ON same_experiment.theirs = theirs.experiment
  JOIN same_host ON same_host.theirs = theirs.host;
)sql";

constexpr const char* kRuns = R"sql(
INSERT OR IGNORE INTO main.run
  SELECT same_series.ours, kind, block, position, seed, environment_size,
         layout, iterations, warmup, net, kept, seconds,
         warmup_seconds, counted_seconds, first_call, count, mean, trimmed,
         median, deviation, observations, failure
  FROM other.run theirs
  JOIN same_series ON same_series.theirs = theirs.series
  ORDER BY same_series.ours, kind, block;
)sql";

constexpr const char* kRest = R"sql(
INSERT OR IGNORE INTO main.recorded
  SELECT same_series.ours, kind, block, metric, count, mean, trimmed, median,
         deviation, observations
  FROM other.recorded theirs
  JOIN same_series ON same_series.theirs = theirs.series;
)sql";

constexpr const char* kAcceptedThere = R"sql(
INSERT OR IGNORE INTO main.accepted
  SELECT NULL, uuid, commit_id, pattern, reason, accepted_at
  FROM other.accepted ORDER BY id;
)sql";

constexpr const char* kForgotten = R"sql(
DROP TABLE IF EXISTS temp.ended;
DROP TABLE IF EXISTS temp.same_host;
DROP TABLE IF EXISTS temp.same_build;
DROP TABLE IF EXISTS temp.same_performance;
DROP TABLE IF EXISTS temp.same_experiment;
DROP TABLE IF EXISTS temp.same_series;
DROP TABLE IF EXISTS temp.same_formula;
)sql";

/// The other store under the name `other`, while the object lives. Nothing is
/// written into it, or beside it where it has no log.
class Attached {
 public:
  Attached(Database& into, const fs::path& from) : into_(into) {
    into.statement("ATTACH ? AS other").run(address_to_read(from));
    std::error_code error;
    const auto size = fs::file_size(from, error);
    if (!error) into.allow_for(size);
  }
  ~Attached() {
    try {
      into_.execute("DETACH other");
    } catch (const DatabaseError&) {
      // It ends with the connection.
    }
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  Database& into_;
};

[[noreturn]] void refuse(DatabaseError::Kind kind, const std::string& why) {
  throw DatabaseError(kind, why +
                                "; a store that is imported or replaced is "
                                "one that history export has written");
}

/// Returns the first mistake that SQLite's check names, which begins with a
/// line about the database.
std::string first_mistake(const std::string& found) {
  const std::size_t title = found.starts_with("***") ? found.find('\n') : 0;
  if (title == std::string::npos) return found;
  const std::size_t begin = title == 0 ? 0 : title + 1;
  return found.substr(begin, found.find('\n', begin) - begin);
}

template <typename T>
void read(const Statement& row, int column, std::optional<T>& fact) {
  if (row.is_null(column)) return;
  if constexpr (std::is_same_v<T, std::string>) {
    fact = row.text(column);
  } else if constexpr (std::is_same_v<T, double>) {
    fact = row.number(column);
  } else {
    fact = static_cast<T>(row.integer(column));
  }
}

Uuid uuid_of_host(const Statement& row) {
  HostFacts facts;
  facts.name = row.text(1);
  int column = 1;
  for_each_lasting_fact(facts, [&](std::string_view /*name*/, auto& fact) {
    read(row, ++column, fact);
  });
  return uuid_of_stored(facts);
}

Uuid uuid_of_build(const Statement& row) {
  BuildIdentity build;
  build.content = row.text(1);
  build.hash = row.text(2);
  build.facts = {std::string(row.text(3)), row.integer(6) != 0,
                 row.integer(7) != 0, std::string(row.text(5)),
                 std::string(row.text(4))};
  return uuid_of_stored(build);
}

Uuid uuid_of_performance(const Statement& row) {
  return uuid_of_stored(row.text(1));
}

/// What is measured later is kept under the row that has its UUID: throws if
/// that is not the UUID of what the row says.
void require_own_uuids(Database& into, const fs::path& from) {
  constexpr std::pair<const char*, Uuid (*)(const Statement&)> kTables[] = {
      {"SELECT uuid, name, kernel, processor, processors, governor, turbo, "
       "smt, "
       "virtualization, quota, memory_limit, layout_randomized FROM other.host",
       uuid_of_host},
      {"SELECT uuid, content, hash, compiler, flags, sanitizers, optimized, "
       "assertions FROM other.build",
       uuid_of_build},
      {"SELECT uuid, text FROM other.performance", uuid_of_performance}};
  for (const auto& [sql, uuid_of_row] : kTables) {
    Statement found = into.statement(sql);
    found.start();
    while (found.next()) {
      if (found.uuid(0) == uuid_of_row(found)) continue;
      refuse(DatabaseError::Kind::kForeign,
             from.string() + " has the UUID of something else beside " +
                 foreign_name(found.text(1)));
    }
  }
}

/// Whatever it is, it has not been made here.
void require_intact(const fs::path& file) {
  using Why = DatabaseError::Kind;
  std::string damage;
  try {
    const auto other = open_foreign_store(file, Access::kReadForeign);
    const std::string found = other->text("PRAGMA quick_check(1)");
    if (found == "ok") return;
    damage = file.string() + " is damaged: " + first_mistake(found);
  } catch (const DatabaseError& error) {
    if (error.kind() != Why::kForeign && error.kind() != Why::kDamaged) throw;
    refuse(error.kind(), error.what());
  }
  refuse(Why::kDamaged, damage);
}

}  // namespace

Imported import_store(Database& into, const fs::path& from) {
  std::error_code error;
  if (!fs::exists(from, error)) {
    throw FileError("there is no store " + from.string() +
                    " to import; history export PATH writes one");
  }
  require_intact(from);
  const Attached attached(into, from);
  Imported result;
  Transaction transaction(into);
  require_store(into, "other");  // It may have been replaced meanwhile.
  const bool is_empty = into.integer("PRAGMA other.user_version") == 0;
  if (is_empty) return result;
  require_own_uuids(into, from);
  into.execute(kNamed);
  into.execute(kExperiments);
  result.experiments = into.changes();
  into.execute(kSeries);
  into.execute(kParts);
  into.execute(kRuns);
  result.runs = into.changes();
  into.execute(kRest);
  into.execute(kAcceptedThere);
  result.accepted = into.changes();
  require_few_accepted(into, "main");
  into.execute(kForgotten);
  transaction.commit();
  return result;
}

void export_store(Database& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(to, error)) require_intact(to);  // Or else it was not meant.
  for (const char* part : {"-wal", "-journal", "-shm"}) {
    const std::string beside = to.string() + part;
    if (!fs::exists(fs::symlink_status(beside, error))) continue;
    throw FileError(beside +
                    " would be read with what is exported; remove it, or name "
                    "another place");
  }
  const fs::path fresh = to.string() + '.' + to_text(random_uuid()) + ".part";
  try {
    from.statement("VACUUM INTO ?").run(fs::absolute(fresh).string());
    fs::rename(fresh, to);
  } catch (const std::exception&) {
    fs::remove(fresh, error);
    throw;
  }
}

}  // namespace spl::runner
