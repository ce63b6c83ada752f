#include "runner/store/accepted.hpp"

#include <gmock/gmock.h>

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
  migrate(database);
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

TEST(AcceptedChanges, AreWithdrawnWhateverTheOrderOfTheStores) {
  const AcceptedChange first{"0a", "parse", "checks more", "2026-01-02"};
  const AcceptedChange again{"0a", "parse", "checks all", "2026-01-04"};
  const AcceptedChange other{"0a", "sort", "is stable", "2026-01-02"};
  for (const bool is_withdrawn_first : {false, true}) {
    const TemporaryFolder folder;
    Database database(folder.path() / "a.db", Database::Access::kCreate);
    migrate(database);
    if (is_withdrawn_first) withdraw(database, "0a", "parse", "2026-01-03");
    accept(database, first);
    accept(database, other);
    if (!is_withdrawn_first) withdraw(database, "0a", "parse", "2026-01-03");
    EXPECT_THAT(accepted_changes(database), ElementsAre(other));
    accept(database, again);
    EXPECT_THAT(accepted_changes(database), ElementsAre(other, again));
  }
}

}  // namespace
}  // namespace spl::runner
