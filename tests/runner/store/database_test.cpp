#include "runner/store/database.hpp"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using Access = Database::Access;

TEST(Database, BindsAndReadsValuesOfAllKinds) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Access::kCreate);
  database.execute("CREATE TABLE t (a, b, c, d, e, f)");
  const Uuid uuid = uuid_of("x");
  database.statement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")
      .run(std::int64_t{-1}, 0.5, "text", uuid, std::optional<bool>(),
           std::string_view());
  Statement found = database.statement("SELECT * FROM t");
  found.start();
  ASSERT_TRUE(found.next());
  EXPECT_EQ(found.integer(0), -1);
  EXPECT_EQ(found.number(1), 0.5);
  EXPECT_EQ(found.text(2), "text");
  EXPECT_EQ(found.blob(3).size(), 16U);
  EXPECT_TRUE(found.is_null(4));
  EXPECT_FALSE(found.is_null(5));
  EXPECT_EQ(found.text(5), "");
  EXPECT_FALSE(found.next());
}

TEST(Database, TakesBackTransactionsThatAreNotCommitted) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Access::kCreate);
  database.execute("CREATE TABLE t (a)");
  {
    const Transaction transaction(database);
    database.execute("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(database.integer("SELECT count(*) FROM t"), 0);
  Transaction transaction(database);
  database.execute("INSERT INTO t VALUES (1)");
  transaction.commit();
  EXPECT_EQ(database.integer("SELECT count(*) FROM t"), 1);
}

TEST(Database, EndsStatementsThatHaveNoEnd) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.db";
  Database database(path, Access::kCreate);
  for (int i = 0; i < 2; ++i) {
    try {
      (void)database.integer(
          "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
          "SELECT count(*) FROM c");
      FAIL();
    } catch (const DatabaseError& error) {
      EXPECT_EQ(error.kind(), DatabaseError::Kind::kDamaged);
      EXPECT_EQ(error.what(), path.string() + ": its rows have no end");
    }
  }
  EXPECT_EQ(database.integer("SELECT 1"), 1);
}

TEST(Database, ExecutesNoViewsAndTriggers) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Access::kCreate);
  database.execute(
      "CREATE TABLE t (a); CREATE VIEW v AS SELECT 1; CREATE TRIGGER r "
      "AFTER INSERT ON t WHEN new.a < 2 BEGIN INSERT INTO t VALUES (2); END");
  EXPECT_THROW((void)database.integer("SELECT * FROM v"), DatabaseError);
  database.execute("INSERT INTO t VALUES (1)");
  EXPECT_EQ(database.integer("SELECT count(*) FROM t"), 1);
}

TEST(Database, IsPatientOnce) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.db";
  Database holder(path, Access::kCreate);
  holder.execute("CREATE TABLE t (a); BEGIN IMMEDIATE");
  Database other(path, Access::kWrite, std::chrono::milliseconds(5));
  for (int i = 0; i < 2; ++i) {
    try {
      other.execute("INSERT INTO t VALUES (1)");
      FAIL();
    } catch (const DatabaseError& error) {
      EXPECT_EQ(error.kind(), DatabaseError::Kind::kBusy);
      EXPECT_EQ(
          error.what(),
          path.string() +
              " is locked by another process; end it, or try again later");
    }
    EXPECT_LE(other.patience().count(), 0);
  }
}

TEST(Database, NamesFileAndReason) {
  const TemporaryFolder folder;
  const auto path = folder.write("text.db", std::string(5000, 'x'));
  Database database(path, Access::kWrite);
  try {
    (void)database.integer("PRAGMA user_version");
    FAIL();
  } catch (const DatabaseError& error) {
    EXPECT_EQ(error.kind(), DatabaseError::Kind::kForeign);
    EXPECT_EQ(error.what(), path.string() + ": file is not a database");
  }
  try {
    const Database none(folder.path() / "none.db", Access::kRead);
    FAIL();
  } catch (const DatabaseError& error) {
    EXPECT_EQ(error.kind(), DatabaseError::Kind::kUnwritten);
    EXPECT_EQ(error.what(), (folder.path() / "none.db").string() +
                                ": unable to open database file");
  }
}

}  // namespace
}  // namespace spl::runner
