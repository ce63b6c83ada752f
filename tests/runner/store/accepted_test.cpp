#include "runner/store/accepted.hpp"

#include <gmock/gmock.h>

#include "runner/store/exchange.hpp"
#include "runner/store/schema.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kOne(40, 'a');

TEST(AcceptedChanges, AreKeptOnceInTheirOrder) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  EXPECT_THAT(accepted_changes(database), IsEmpty());  // Has no tables yet.
  make_store(database);
  EXPECT_THAT(accepted_changes(database), IsEmpty());
  const AcceptedChange first{kOne, "parse", "checks more",
                             "2026-01-02T03:04:05Z"};
  AcceptedChange other = first;
  other.time = "2026-01-01T03:04:05Z";
  accept(database, first);
  accept(database, first);
  accept(database, other);
  EXPECT_THAT(accepted_changes(database), ElementsAre(other, first));
}

TEST(AcceptedChanges, AreAsManyAsPeopleWrite) {
  const TemporaryFolder folder;
  const auto many = folder.path() / "many.db";
  Database database(many, Database::Access::kCreate);
  make_store(database);
  const std::string rows =
      "INSERT INTO accepted WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
      "i + 1 FROM n WHERE i < 10000) SELECT NULL, randomblob(16), '" +
      kOne + "', 'p' || i, 'r', '2026' FROM n";
  database.execute(rows);
  EXPECT_EQ(accepted_changes(database).size(), 10'000U);
  database.execute(rows);
  const std::string refusal = ": more than 10 000 changes would be accepted";
  Database into(folder.path() / "into.db", Database::Access::kCreate);
  make_store(into);
  for (const bool is_import : {false, true}) {
    try {
      if (is_import) {
        (void)import_store(into, many);
      } else {
        (void)accepted_changes(database);
      }
      ADD_FAILURE() << "nothing was thrown";
    } catch (const DatabaseError& error) {
      EXPECT_EQ(error.what(),
                (is_import ? into : database).file().string() + refusal);
    }
  }
  EXPECT_EQ(into.integer("SELECT count(*) FROM accepted"), 0);
}

TEST(AcceptedChanges, NameCommitsByAllTheirDigits) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  for (const std::string& commit :
       {std::string("HEAD"), std::string("HEAD^{/x}"), std::string(":/x"),
        std::string(), kOne.substr(1), kOne.substr(1) + 'A',
        kOne.substr(1) + '~', kOne + '0'}) {
    accept(database, {commit, "*", "of others", "2026-01-02T03:04:05Z"});
  }
  EXPECT_THAT(accepted_changes(database), IsEmpty());
  const AcceptedChange of_sha256{std::string(64, '0'), "*", "checks more",
                                 "2026-01-02T03:04:05Z"};
  accept(database, of_sha256);
  EXPECT_THAT(accepted_changes(database), ElementsAre(of_sha256));
}

TEST(AcceptedChanges, AreWithdrawnUntilTheyAreAcceptedAgain) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  const std::string now = "2026-01-02T03:04:05Z";
  const AcceptedChange other{kOne, "sort", "is stable", now};
  accept(database, other);
  for (const std::string& time : {now, std::string("2027-01-02T03:04:05Z")}) {
    accept(database, {kOne, "parse", "checks more", time});
    withdraw(database, kOne, "parse", now);
    EXPECT_THAT(accepted_changes(database), ElementsAre(other)) << time;
  }
  const AcceptedChange again{kOne, "parse", "checks all", now};
  accept(database, again);
  AcceptedChange later = again;
  later.time = "2027-01-02T03:04:06Z";
  EXPECT_THAT(accepted_changes(database), ElementsAre(other, later));
}

TEST(AcceptedChanges, AreWithdrawnWhateverTheOrderInWhichStoresMeet) {
  const TemporaryFolder folder;
  const auto here = folder.path() / "here.db";
  const auto there = folder.path() / "there.db";
  Database one(here, Database::Access::kCreate);
  make_store(one);
  accept(one, {kOne, "parse", "checks more", "2026-01-02T03:04:05Z"});
  Database other(there, Database::Access::kCreate);
  make_store(other);
  withdraw(other, kOne, "parse", "2026-01-03T03:04:05Z");
  (void)import_store(one, there);
  (void)import_store(other, here);
  EXPECT_THAT(accepted_changes(one), IsEmpty());
  EXPECT_THAT(accepted_changes(other), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
