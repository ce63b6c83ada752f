#include "runner/store/experiment_writer.hpp"

#include <gmock/gmock.h>

#include "runner/store/packed_observations.hpp"
#include "runner/store/schema.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using Access = Database::Access;
using ::testing::ElementsAre;

class ExperimentWriterTest : public ::testing::Test {
 protected:
  ExperimentWriterTest() { make_store(database_); }

  TemporaryFolder folder_;
  Database database_{folder_.path() / "a.db", Access::kCreate};
};

TEST_F(ExperimentWriterTest, KeepsRunsWithTheirSummaries) {
  ExperimentWriter writer(database_, experiment_on(1));
  KeptRun run = run_of(1, 4, {10, 20, 30, 40, 100});
  run.others.push_back({workload::Metric::kCpu, {1, 2, 3}});
  writer.keep(sample_series(), {run});
  Statement found = database_.statement(
      "SELECT kind, block, seed, count, mean, trimmed, median, deviation, "
      "observations FROM run JOIN series ON series.id = series "
      "WHERE number = 1");
  found.start();
  ASSERT_TRUE(found.next());
  EXPECT_EQ(found.integer(0), 0);
  EXPECT_EQ(found.integer(1), 4);
  EXPECT_EQ(found.integer(2), -1);  // Of 64 bits without a sign.
  EXPECT_EQ(found.integer(3), 5);
  EXPECT_EQ(found.number(4), 40);
  EXPECT_EQ(found.number(5), 30);
  EXPECT_EQ(found.number(6), 30);
  EXPECT_NEAR(found.number(7), 35.3553390593, 1e-9);  // sqrt(5000 / 4)
  EXPECT_THAT(unpacked(found.blob(8)), ElementsAre(10, 20, 30, 40, 100));
  EXPECT_FALSE(found.next());
  EXPECT_EQ(database_.text("SELECT metric || ' ' || mean FROM recorded"),
            "cpu 2.0");
}

TEST_F(ExperimentWriterTest, KeepsWhyThereIsNoRun) {
  ExperimentWriter writer(database_, experiment_on(1));
  KeptRun run;
  run.record.block = 3;
  run.failure = "a(10) was killed by signal 11\x1b[2J";
  writer.keep(sample_series(), {run});
  EXPECT_EQ(database_.text("SELECT block || ' ' || failure FROM run"),
            "3 a(10) was killed by signal 11\\u{1b}[2J");
}

TEST_F(ExperimentWriterTest, AddsEachNamedThingOnce) {
  keep_sample(database_, 1, 2);
  keep_sample(database_, 2, 3);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM experiment"), 2);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM host"), 1);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM build"), 1);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM performance"), 2);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM series"), 4);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM run"), 10);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM relation_series"), 4);
  EXPECT_EQ(database_.text("SELECT text || ' ' || revision FROM series JOIN "
                           "performance ON performance.id = performance"),
            "a(10) v1");
}

TEST_F(ExperimentWriterTest, KeepsAllOrNothingAndCanBeAskedAgain) {
  ExperimentWriter writer(database_, experiment_on(1));
  const auto series = sample_series();
  writer.keep(series, {run_of(0, 0)});
  // The last run is there already.
  EXPECT_THROW(writer.keep(series, {run_of(1, 0), run_of(0, 0)}),
               DatabaseError);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM run"), 1);
  EXPECT_EQ(database_.integer("SELECT count(*) FROM series"), 1);
  writer.keep(series, {run_of(1, 0)});
  EXPECT_EQ(database_.integer("SELECT count(*) FROM run"), 2);
}

}  // namespace
}  // namespace spl::runner
