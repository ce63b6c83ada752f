#include "runner/store/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "runner/settings/settings.hpp"

namespace spl::runner {
namespace {

/// Rows are never changed, so that stores can be merged in any order. Parts of
/// an experiment have numbers in it instead of UUIDs of their own: a run is
/// written for each process that is measured, and must be small.
constexpr const char* kTables = R"sql(
CREATE TABLE host (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  name TEXT NOT NULL,
  kernel TEXT,
  processor TEXT,
  processors INTEGER,
  governor TEXT,
  turbo INTEGER,
  smt INTEGER,
  virtualization TEXT,
  quota REAL,
  memory_limit INTEGER,
  layout_randomized INTEGER
) STRICT;

CREATE TABLE build (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  content TEXT NOT NULL,
  hash TEXT NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  sanitizers TEXT NOT NULL,
  optimized INTEGER NOT NULL,
  assertions INTEGER NOT NULL
) STRICT;

CREATE TABLE performance (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  text TEXT NOT NULL,
  method TEXT NOT NULL,
  generator TEXT NOT NULL,
  factory TEXT NOT NULL,
  arguments TEXT NOT NULL
) STRICT;

CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  begun TEXT NOT NULL,
  version TEXT NOT NULL,
  seed INTEGER NOT NULL
) STRICT;
CREATE INDEX experiment_begun ON experiment (begun);

CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  number INTEGER NOT NULL,
  block_group INTEGER NOT NULL,
  planned INTEGER NOT NULL,
  is_counted INTEGER NOT NULL,
  has_looks INTEGER NOT NULL,
  layouts INTEGER NOT NULL,
  performance INTEGER NOT NULL REFERENCES performance,
  build INTEGER NOT NULL REFERENCES build,
  host INTEGER NOT NULL REFERENCES host,
  metric TEXT NOT NULL,
  revision TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  dirty INTEGER NOT NULL,
  UNIQUE (experiment, number)
) STRICT;
CREATE INDEX series_subject ON series (performance, build, host);
CREATE INDEX series_build ON series (build);
CREATE INDEX series_host ON series (host);

CREATE TABLE run (
  series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  kind INTEGER NOT NULL,
  block INTEGER NOT NULL,
  position INTEGER,
  seed INTEGER,
  environment_size INTEGER,
  layout INTEGER,
  iterations INTEGER,
  warmup INTEGER,
  net INTEGER,
  kept INTEGER,
  seconds REAL,
  warmup_seconds REAL,
  counted_seconds REAL,
  first_call REAL,
  count INTEGER NOT NULL,
  mean REAL,
  trimmed REAL,
  median REAL,
  deviation REAL,
  observations BLOB,
  failure TEXT,
  PRIMARY KEY (series, kind, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE recorded (
  series INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  block INTEGER NOT NULL,
  metric TEXT NOT NULL,
  count INTEGER NOT NULL,
  mean REAL NOT NULL,
  trimmed REAL NOT NULL,
  median REAL NOT NULL,
  deviation REAL,
  observations BLOB NOT NULL,
  PRIMARY KEY (series, kind, block, metric),
  FOREIGN KEY (series, kind, block) REFERENCES run ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE condition (
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  host INTEGER NOT NULL REFERENCES host,
  load REAL,
  runnable INTEGER,
  on_battery INTEGER,
  steal REAL NOT NULL,
  throttled INTEGER NOT NULL,
  PRIMARY KEY (experiment, host)
) STRICT, WITHOUT ROWID;
CREATE INDEX condition_host ON condition (host);

CREATE TABLE formula (
  id INTEGER PRIMARY KEY,
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  text TEXT NOT NULL,
  verdict TEXT NOT NULL,
  UNIQUE (experiment, number)
) STRICT;

CREATE TABLE relation (
  id INTEGER PRIMARY KEY,
  formula INTEGER NOT NULL REFERENCES formula ON DELETE CASCADE,
  number INTEGER NOT NULL,
  text TEXT NOT NULL,
  verdict TEXT NOT NULL,
  strength TEXT NOT NULL,
  finding TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  stopped TEXT NOT NULL,
  alpha REAL NOT NULL,
  blocks INTEGER NOT NULL,
  ratio REAL,
  lower REAL,
  upper REAL,
  UNIQUE (formula, number)
) STRICT;

CREATE TABLE relation_series (
  relation INTEGER NOT NULL REFERENCES relation ON DELETE CASCADE,
  series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  PRIMARY KEY (relation, series)
) STRICT, WITHOUT ROWID;
CREATE INDEX relation_series_series ON relation_series (series);

-- Changes that are intended, which are no part of an experiment: they stay
-- when what was measured is pruned.
CREATE TABLE accepted (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  commit_id TEXT NOT NULL,
  pattern TEXT NOT NULL,
  reason TEXT NOT NULL,
  accepted_at TEXT NOT NULL
) STRICT;
)sql";

constexpr std::size_t kMostParts = 1000;  ///< A store has some forty.

/// Returns what a database has: a text for each table and index.
std::vector<std::string> parts_of(Database& database, const std::string& name) {
  const std::string sql =
      "SELECT type, name, tbl_name, coalesce(sql, '') FROM " + name +
      ".sqlite_schema";
  Statement found = database.statement(sql.c_str());
  std::vector<std::string> parts;
  found.start();
  while (found.next()) {
    std::string part;
    for (int i = 0; i < found.columns(); ++i) {
      part.append(found.text(i)).append("\n");
    }
    parts.push_back(std::move(part));
    if (parts.size() > kMostParts) break;
  }
  std::ranges::sort(parts);
  return parts;
}

/// Returns what a store has that was just made.
const std::vector<std::string>& parts_of_schema() {
  static const std::vector<std::string> all = [] {
    Database database(":memory:", Database::Access::kCreate);
    database.execute(kTables);
    return parts_of(database, "main");
  }();
  return all;
}

/// What is read while it lives is of one moment: another process may make the
/// tables meanwhile.
class Snapshot {
 public:
  explicit Snapshot(Database& database) : database_(database) {
    database.execute("SAVEPOINT snapshot");
  }
  ~Snapshot() {
    try {
      database_.execute("RELEASE snapshot");
    } catch (const DatabaseError&) {
      // It ends with the connection.
    }
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  Database& database_;
};

std::int64_t pragma(Database& database, const std::string& name,
                    const std::string& what) {
  return database.integer(("PRAGMA " + name + '.' + what).c_str());
}

}  // namespace

void require_store(Database& database, const std::string& name) {
  const Snapshot snapshot(database);
  const auto application = pragma(database, name, "application_id");
  const auto version = pragma(database, name, "user_version");
  const bool is_empty =
      database.integer(
          ("SELECT count(*) FROM " + name + ".sqlite_schema").c_str()) == 0;
  const std::string file = database.file().string();
  if (application != kApplication && !(is_empty && application == 0)) {
    throw SchemaError(file +
                      " is a database of another program; name another file "
                      "with -s history=PATH");
  }
  if (is_empty && version == 0) return;
  if (version <= kSchema) {
    const bool is_known =
        version == kSchema && parts_of(database, name) == parts_of_schema();
    if (is_known) return;
    throw SchemaError(
        file +
        " has other tables than a store of its schema, as if somebody had "
        "changed it; name another file with -s history=PATH");
  }
  throw SchemaError(fmt::format(
      "{} has schema {}, which a later spl-run has written; this one, {}, "
      "knows schema {}: update it, or name another file with -s history=PATH",
      file, version, kSplVersion, kSchema));
}

void make_store(Database& database) {
  require_store(database);
  if (database.integer("PRAGMA user_version") == kSchema) return;
  Transaction transaction(database);
  // Another process may have been faster.
  require_store(database);
  if (database.integer("PRAGMA user_version") == kSchema) return;
  database.execute(kTables);
  database.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                  kApplication, kSchema));
  transaction.commit();
}

}  // namespace spl::runner
