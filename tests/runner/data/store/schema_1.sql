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
CREATE TABLE accepted (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
  commit_id TEXT NOT NULL,
  pattern TEXT NOT NULL,
  reason TEXT NOT NULL,
  accepted_at TEXT NOT NULL
) STRICT;
