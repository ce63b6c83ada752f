#include "runner/store/stored_blocks.hpp"

#include <gmock/gmock.h>

#include "runner/store/experiment_writer.hpp"
#include "runner/store/schema.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

class StoredBlocksTest : public ::testing::Test {
 protected:
  StoredBlocksTest() { migrate(database_); }

  /// Keeps two blocks of a(10) and b(10), and a pair of long runs.
  void keep(int day, double value, bool has_ended = true) {
    ExperimentWriter writer(database_, experiment_on(day));
    KeptRun longer = run_of(0, 0, {value, value, value, value});
    longer.kind = RunKind::kInLongPair;
    writer.keep(series_,
                {run_of(0, 1, {value + 1}), run_of(1, 1, {value}),
                 run_of(0, 0, {value}), run_of(1, 0, {value}), longer});
    if (has_ended) writer.keep({sample_formula()}, {});
  }

  [[nodiscard]] BlocksSubject subject() const {
    const SeriesFacts& one = series_[0];
    const SeriesFacts& other = series_[1];
    return {{{one.performance, uuid_of(one.build)},
             {other.performance, uuid_of(other.build)}},
            {},
            workload::Disturbed::kNet,
            {uuid_of(one.host)}};
  }

  /// The day and the values of the first side.
  std::vector<double> found(const BlocksSubject& subject) {
    const auto blocks = newest_blocks(database_, subject);
    if (!blocks) return {};
    std::vector<double> result{std::stod(blocks->begun.substr(8, 2))};
    const auto& runs = blocks->in_blocks.at(subject.sides[0].performance);
    for (const auto& one : runs.observations) result.push_back(one[0]);
    return result;
  }

  TemporaryFolder folder_;
  Database database_{folder_.path() / "a.db", Database::Access::kCreate};
  std::vector<SeriesFacts> series_ = sample_series();
};

TEST_F(StoredBlocksTest, AreOfTheNewestExperimentThatEnded) {
  keep(2, 20);
  keep(1, 10);
  keep(3, 30, false);
  EXPECT_THAT(found(subject()), ElementsAre(2, 20, 21));
}

TEST_F(StoredBlocksTest, HaveAllFactsOfTheirRuns) {
  series_[0].group = series_[1].group = {4, 12, true, true, 3};
  keep(1, 10);
  const auto blocks = newest_blocks(database_, subject());
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->facts, series_[0].group);
  const auto& [first, runs] = *blocks->in_blocks.begin();
  EXPECT_EQ(first, series_[0].performance);
  EXPECT_EQ(runs.failure, "");
  const RunRecord expected = run_of(0, 1).record;
  const RunRecord& record = runs.records.at(1);
  EXPECT_EQ(record.block, expected.block);
  EXPECT_EQ(record.position, expected.position);
  EXPECT_EQ(record.seed, expected.seed);
  EXPECT_EQ(record.iterations, expected.iterations);
  EXPECT_EQ(record.host, expected.host);
  EXPECT_EQ(record.layout, expected.layout);
  ASSERT_EQ(blocks->in_long_pairs.size(), 1U);
  EXPECT_EQ(blocks->in_long_pairs.at(first).observations.at(0).size(), 4U);
}

TEST_F(StoredBlocksTest, KnowWhatALinkTook) {
  keep(1, 10);
  const auto blocks = newest_blocks(database_, subject());
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->in_blocks.at(series_[0].performance).layout_seconds, 0);
  EXPECT_EQ(blocks->in_blocks.at(series_[1].performance).layout_seconds, 0.25);
}

TEST_F(StoredBlocksTest, AreReadFromStoresOfEarlierSchemas) {
  for (int schema = 1; schema < kSchema; ++schema) {
    const auto file = folder_.path() / std::to_string(schema);
    make_store_of(schema, file);
    Database database(file, Database::Access::kRead);
    const auto blocks = newest_blocks(database, subject());
    ASSERT_TRUE(blocks);
    const auto& side = blocks->in_blocks.at(series_[1].performance);
    EXPECT_EQ(side.records.size(), 2U);
    EXPECT_EQ(side.layout_seconds, 0);
    EXPECT_EQ(database.integer("PRAGMA user_version"), schema);
  }
}

TEST_F(StoredBlocksTest, AreOfTheSameSidesMachineAndTime) {
  keep(2, 20);
  BlocksSubject other = subject();
  other.sides[1].build = uuid_of("another");
  EXPECT_THAT(found(other), ElementsAre());
  other = subject();
  other.hosts = {uuid_of("another")};
  EXPECT_THAT(found(other), ElementsAre());
  other.hosts.push_back(uuid_of(series_[0].host));
  EXPECT_THAT(found(other), ElementsAre(2, 20, 21));
  other.since = "2026-01-02T08:30:01Z";
  EXPECT_THAT(found(other), ElementsAre());
  other.since = "2026-01-02T08:30:00Z";
  EXPECT_THAT(found(other), ElementsAre(2, 20, 21));
  other.single_calls = true;  // Each observation is of two iterations.
  EXPECT_THAT(found(other), ElementsAre());
}

TEST_F(StoredBlocksTest, AreOfProgramsAsTheyWereBuiltIfAsked) {
  BlocksSubject as_built = subject();
  as_built.as_built = true;
  keep(1, 10);
  EXPECT_THAT(found(as_built), ElementsAre(1, 10, 11));
  ExperimentWriter writer(database_, experiment_on(2));
  KeptRun linked = run_of(0, 0, {20});
  linked.record.layout = 3;
  writer.keep(series_, {linked, run_of(1, 0)});
  writer.keep({sample_formula()}, {});
  EXPECT_THAT(found(subject()), ElementsAre(2, 20));
  EXPECT_THAT(found(as_built), ElementsAre(1, 10, 11));
}

TEST_F(StoredBlocksTest, AreOfNoInterruptedExperiment) {
  keep(1, 10);
  ExperimentWriter writer(database_, experiment_on(2));
  writer.keep(series_, {run_of(0, 0, {20}), run_of(1, 0)});
  KeptFormula interrupted = sample_formula();
  interrupted.relations[0].stopped = "interrupted";
  writer.keep({interrupted}, {});
  EXPECT_THAT(found(subject()), ElementsAre(1, 10, 11));
}

TEST_F(StoredBlocksTest, HaveASeriesForEachSide) {
  // Two revisions of one build.
  series_[1].performance = series_[0].performance;
  series_[1].performance.revision = "v2";
  BlocksSubject both = subject();
  keep(1, 10);
  EXPECT_THAT(found(both), ElementsAre(1, 10, 11));
  EXPECT_EQ(newest_blocks(database_, both)
                ->in_blocks.at(series_[1].performance)
                .observations.at(1)[0],
            10);
  both.sides.push_back(both.sides[0]);
  both.sides[2].performance.revision = "v3";
  EXPECT_THAT(found(both), ElementsAre());
}

TEST_F(StoredBlocksTest, EndWithAFailure) {
  ExperimentWriter writer(database_, experiment_on(1));
  KeptRun failed = run_of(0, 1);
  failed.failure = "a(10) was killed";
  writer.keep(series_, {run_of(0, 0), run_of(1, 0), failed});
  writer.keep({sample_formula()}, {});
  const auto blocks = newest_blocks(database_, subject());
  ASSERT_TRUE(blocks);
  const auto& runs = blocks->in_blocks.at(series_[0].performance);
  EXPECT_EQ(runs.records.size(), 1U);
  EXPECT_EQ(runs.failure, "a(10) was killed");
}

}  // namespace
}  // namespace spl::runner
