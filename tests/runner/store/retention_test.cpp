#include "runner/store/retention.hpp"

#include <gtest/gtest.h>

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
  EXPECT_EQ(shrink(*database_, 1'000'000'000), 0);
  const std::uint64_t half = pages / 2 * 4096;
  const auto removed = shrink(*database_, half);
  EXPECT_GT(removed, 5);
  EXPECT_LT(removed, 15);
  EXPECT_EQ(count("experiment"), 20 - removed);
  EXPECT_EQ(database_->text("SELECT max(begun) FROM experiment"),
            "2026-01-20T08:30:00Z");
  EXPECT_LE(database_->integer("PRAGMA page_count"), pages / 2);
  EXPECT_EQ(shrink(*database_, 0), 20 - removed);
  EXPECT_EQ(count("run"), 0);
}

}  // namespace
}  // namespace spl::runner
