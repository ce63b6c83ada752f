#include "runner/store/retention.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "runner/store/opening.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

class RetentionTest : public ::testing::Test {
 protected:
  std::int64_t count(const std::string& table) {
    return database_->integer(("SELECT count(*) FROM " + table).c_str());
  }

  std::int64_t shrunk(std::uint64_t most_bytes) {
    return shrink(*database_, most_bytes, {own_, "2026-12-31T00:00:00Z"});
  }

  Uuid own_ = random_uuid();
  TemporaryFolder folder_;
  std::vector<std::string> warnings_;
  std::unique_ptr<Database> database_ =
      open_store({folder_.path() / "a.db", true}, "", warnings_);
};

TEST_F(RetentionTest, PrunesExperimentsWithAllTheirParts) {
  keep_sample(*database_, 1, 2);
  keep_sample(*database_, 2, 3);
  EXPECT_EQ(prune(*database_, "2026-01-02T00:00:00Z"), 1);
  EXPECT_EQ(count("experiment"), 1);
  EXPECT_EQ(count("run"), 6);
  EXPECT_EQ(count("formula"), 1);
  EXPECT_EQ(count("condition"), 1);
  EXPECT_EQ(count("host"), 1);
  EXPECT_EQ(prune(*database_, "2027-01-01T00:00:00Z"), 1);
  for (const char* table :
       {"host", "build", "performance", "experiment", "series", "run",
        "recorded", "condition", "formula", "relation", "relation_series"}) {
    EXPECT_EQ(count(table), 0) << table;
  }
}

TEST_F(RetentionTest, ShrinksByTheOldestExperiments) {
  for (int day = 1; day <= 20; ++day) keep_sample(*database_, day, 150);
  const auto pages = database_->integer("PRAGMA page_count");
  EXPECT_EQ(shrunk(1'000'000'000), 0);
  const std::uint64_t half = pages / 2 * 4096;
  const auto removed = shrunk(half);
  EXPECT_GT(removed, 5);
  EXPECT_LT(removed, 15);
  EXPECT_EQ(count("experiment"), 20 - removed);
  EXPECT_EQ(database_->text("SELECT max(begun) FROM experiment"),
            "2026-01-20T08:30:00Z");
  EXPECT_LE(database_->integer("PRAGMA page_count"), pages / 2);
  EXPECT_EQ(shrunk(0), 20 - removed);
  EXPECT_EQ(count("run"), 0);
}

TEST_F(RetentionTest, KeepsTheOwnExperimentWhateverDatesOthersHave) {
  own_ = keep_sample(*database_, 1, 2);
  for (int day = 2; day <= 4; ++day) keep_sample(*database_, day, 2);
  keep_sample(*database_, 5, 150);
  database_->execute(
      "UPDATE experiment SET begun = '9999-12-31T23:59:59Z' "
      "WHERE begun > '2026-01-05'");
  EXPECT_EQ(shrunk(database_->integer("PRAGMA page_count") * 4096 - 1), 1);
  EXPECT_EQ(database_->text("SELECT max(begun) FROM experiment"),
            "2026-01-04T08:30:00Z");
  EXPECT_EQ(shrunk(0), 3);
  EXPECT_EQ(database_->text("SELECT begun FROM experiment"),
            "2026-01-01T08:30:00Z");
}

/// The seconds of the processor in which a store loses so many experiments.
double seconds_to_shrink(int experiments) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const auto database =
      open_store({folder.path() / "a.db", true}, "", warnings);
  database
      ->statement(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
          "WHERE i < ?) INSERT INTO experiment SELECT i, randomblob(16), "
          "'2026-01-01T00:00:00Z', '1', 1 FROM n")
      .run(std::int64_t{experiments});
  const std::clock_t begin = std::clock();
  EXPECT_EQ(shrink(*database, 0, {}), experiments);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST_F(RetentionTest, ShrinksInATimeThatGrowsWithTheExperiments) {
  constexpr int kFew = 500;
  double few = 0;
  for (int i = 0; i < 3; ++i) few = std::max(few, seconds_to_shrink(kFew));
  EXPECT_LT(seconds_to_shrink(16 * kFew), 3 * 16 * few);
}

}  // namespace
}  // namespace spl::runner
