#include "runner/store/schema.hpp"

#include <gtest/gtest.h>

#include "runner/system/sha1.hpp"
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
  make_store(database);
  EXPECT_EQ(database.integer("PRAGMA user_version"), kSchema);
  EXPECT_EQ(database.integer("PRAGMA application_id"), kApplication);
  database.execute(
      "INSERT INTO experiment VALUES (NULL, randomblob(16), "
      "'2026-01-01T00:00:00Z', '0.1.0', 7)");
  make_store(database);
  EXPECT_EQ(database.integer("SELECT count(*) FROM experiment"), 1);
}

std::string tables_of(Database& database) {
  std::string text;
  Statement found = database.statement(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid");
  found.start();
  while (found.next()) text += std::string(found.text(0)) + ";\n";
  return text;
}

// A schema has one number: who changes a table gives it the next one, and the
// hash of its tables here.
TEST(Schema, HasTheTablesOfItsNumber) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Access::kCreate);
  make_store(database);
  Sha1 tables;
  tables.add(tables_of(database));
  ASSERT_EQ(kSchema, 1);
  EXPECT_EQ(tables.finish(), "43b495afefeada4c5126e53485f1ede66fa543cd");
}

TEST(Schema, OfALaterVersionIsRefused) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.db";
  Database database(path, Access::kCreate);
  make_store(database);
  database.execute("PRAGMA user_version = 7");
  EXPECT_EQ(refusal([&] { make_store(database); }),
            path.string() +
                " has schema 7, which a later spl-run has written; this one, "
                "0.1.0, knows schema 1: update it, or name another file with "
                "-s history=PATH");
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
    make_store(database);
    database.execute(sql);
    EXPECT_EQ(
        refusal([&] { require_store(database); }),
        path.string() +
            " has other tables than a store of its schema, as if somebody had "
            "changed it; name another file with -s history=PATH")
        << sql;
  }
}

TEST(Schema, IsNotForDatabasesOfOthers) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.db";
  Database database(path, Access::kCreate);
  database.execute("CREATE TABLE theirs (a)");
  EXPECT_EQ(refusal([&] { make_store(database); }),
            path.string() +
                " is a database of another program; name another file with -s "
                "history=PATH");
}

}  // namespace
}  // namespace spl::runner
