#include "runner/store/schema.hpp"

#include <gtest/gtest.h>

#include "tests/golden_file.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using Access = Database::Access;

/// What the function says that it throws; empty if it throws nothing.
template <typename Function>
std::string refusal(const Function& function) {
  try {
    function();
  } catch (const SchemaError& error) {
    return error.what();
  }
  return {};
}

TEST(Schema, IsMadeOnceAndKnown) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Access::kCreate);
  migrate(database);
  EXPECT_EQ(database.integer("PRAGMA user_version"), kSchema);
  EXPECT_EQ(database.integer("PRAGMA application_id"), kApplication);
  database.execute(
      "INSERT INTO experiment VALUES (NULL, randomblob(16), "
      "'2026-01-01T00:00:00Z', '0.1.0', 7)");
  migrate(database);
  EXPECT_EQ(database.integer("SELECT count(*) FROM experiment"), 1);
}

std::string released(int schema) {
  return SPL_TEST_DATA "/store/schema_" + std::to_string(schema) + ".sql";
}

std::string tables_of(Database& database) {
  std::string text;
  Statement found = database.statement(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid");
  found.start();
  while (found.next()) text += std::string(found.text(0)) + ";\n";
  return text;
}

/// Rows of the tables that all schemas have.
std::string rows_of(Database& database) {
  return database.text(
             "SELECT group_concat(hex(uuid) || begun) FROM experiment") +
         database.text(
             "SELECT group_concat(experiment || text || metric || commit_id) "
             "FROM series JOIN performance ON performance.id = performance") +
         database.text(
             "SELECT group_concat(series || block || hex(observations)) "
             "FROM run") +
         database.text(
             "SELECT group_concat(text || strength || ratio) "
             "FROM relation");
}

// A released schema stays as it is: a store of that time has these tables.
TEST(Schema, IsTheReleasedOne) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Access::kCreate);
  migrate(database);
  expect_golden(released(kSchema), tables_of(database));
}

TEST(Schema, OfEachReleaseIsOpenedAndKeepsItsRows) {
  for (int schema = 1; schema < kSchema; ++schema) {
    const TemporaryFolder folder;
    make_store_of(schema, folder.path() / "a.db");
    Database database(folder.path() / "a.db", Access::kWrite);
    const std::string before = rows_of(database);
    migrate(database);
    EXPECT_EQ(database.integer("PRAGMA user_version"), kSchema);
    EXPECT_EQ(tables_of(database), golden_text(released(kSchema)));
    EXPECT_EQ(rows_of(database), before);
    EXPECT_EQ(contents(database).size(), 14U);
    EXPECT_EQ(database.integer("SELECT count(*) FROM run"), 4);
    EXPECT_EQ(database.integer("SELECT count(*) FROM series "
                               "WHERE layout_seconds IS NOT NULL"),
              0);
  }
}

TEST(Schema, OfALaterVersionIsRefused) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.db";
  Database database(path, Access::kCreate);
  migrate(database);
  database.execute("PRAGMA user_version = 7");
  EXPECT_EQ(refusal([&] { migrate(database); }),
            path.string() +
                " has schema 7, which a later spl-run has written; this one, "
                "0.1.0, knows schemas up to 3: update it, or name another file "
                "by --history PATH");
}

// A view in the place of a table may have no end, and a trigger fill a disk.
TEST(Schema, HasNoOtherPartsThanOurs) {
  for (const char* sql :
       {"CREATE VIEW v AS SELECT 1", "CREATE TABLE t (a)",
        "CREATE INDEX i ON experiment (seed)", "DROP INDEX experiment_begun",
        "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END",
        "DROP TABLE accepted; CREATE VIEW accepted AS SELECT 1"}) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.db";
    Database database(path, Access::kCreate);
    migrate(database);
    database.execute(sql);
    EXPECT_EQ(refusal([&] { require_store(database); }),
              path.string() +
                  " has other tables than a store of its schema, as if "
                  "somebody had changed it; name another file by --history "
                  "PATH")
        << sql;
  }
}

TEST(Schema, IsNotForDatabasesOfOthers) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.db";
  Database database(path, Access::kCreate);
  database.execute("CREATE TABLE theirs (a)");
  EXPECT_EQ(refusal([&] { migrate(database); }),
            path.string() +
                " is a database of another program; name another file by "
                "--history PATH");
}

}  // namespace
}  // namespace spl::runner
