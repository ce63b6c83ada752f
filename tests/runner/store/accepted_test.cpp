#include "runner/store/accepted.hpp"

#include <gmock/gmock.h>

#include "runner/store/exchange.hpp"
#include "runner/store/schema.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AcceptedChanges, AreKeptOnceInTheirOrder) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  EXPECT_THAT(accepted_changes(database), IsEmpty());  // Has no tables yet.
  make_store(database);
  EXPECT_THAT(accepted_changes(database), IsEmpty());
  const AcceptedChange first{"0a", "parse", "checks more",
                             "2026-01-02T03:04:05Z"};
  AcceptedChange other = first;
  other.time = "2026-01-01T03:04:05Z";
  accept(database, first);
  accept(database, first);
  accept(database, other);
  EXPECT_THAT(accepted_changes(database), ElementsAre(other, first));
}

TEST(AcceptedChanges, AreWithdrawnUntilTheyAreAcceptedAgain) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  const std::string now = "2026-01-02T03:04:05Z";
  const AcceptedChange other{"0a", "sort", "is stable", now};
  accept(database, other);
  for (const std::string& time : {now, std::string("2027-01-02T03:04:05Z")}) {
    accept(database, {"0a", "parse", "checks more", time});
    withdraw(database, "0a", "parse", now);
    EXPECT_THAT(accepted_changes(database), ElementsAre(other)) << time;
  }
  const AcceptedChange again{"0a", "parse", "checks all", now};
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
  accept(one, {"0a", "parse", "checks more", "2026-01-02T03:04:05Z"});
  Database other(there, Database::Access::kCreate);
  make_store(other);
  withdraw(other, "0a", "parse", "2026-01-03T03:04:05Z");
  (void)import_store(one, there);
  (void)import_store(other, here);
  EXPECT_THAT(accepted_changes(one), IsEmpty());
  EXPECT_THAT(accepted_changes(other), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
