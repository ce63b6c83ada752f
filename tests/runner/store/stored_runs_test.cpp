#include "runner/store/stored_runs.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "runner/store/experiment_writer.hpp"
#include "runner/store/schema.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TEST(StoredRuns, AreThoseOfOnePerformanceBuildAndMachine) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  auto series = sample_series();
  ExperimentWriter(database, experiment_on(2))
      .keep(series, {run_of(0, 0, {3}), run_of(1, 0, {4})});
  ExperimentWriter(database, experiment_on(1))
      .keep(series, {run_of(0, 1, {2}), run_of(0, 0, {1})});
  series[0].build.content = "other";
  ExperimentWriter(database, experiment_on(3))
      .keep(series, {run_of(0, 0, {5})});

  StoredSubject subject{series[0].performance, {}, {}};
  subject.performance.revision = "whatever";
  const auto values = [&] {
    std::vector<double> result;
    for (const StoredRun& one : stored_runs(database, subject)) {
      result.push_back(one.observations.front());
    }
    return result;
  };
  EXPECT_THAT(values(), ElementsAre(1, 2, 3, 5));
  subject.build = uuid_of(sample_series()[0].build);
  subject.host = sample_series()[0].host;
  subject.host->name = "another of its kind";
  EXPECT_THAT(values(), ElementsAre(1, 2, 3));
  subject.host->processor = "another";
  EXPECT_THAT(values(), ElementsAre());
  subject.host.reset();
  subject.metric = workload::Metric::kCpu;
  EXPECT_THAT(values(), ElementsAre());
}

TEST(StoredPerformances, AreThoseThatWereMeasured) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  EXPECT_THAT(stored_performances(database), ElementsAre());
  auto series = sample_series();
  series[0].performance.method = "b";
  series[1].performance.method = "a";
  for (const int day : {1, 2}) {
    ExperimentWriter(database, experiment_on(day))
        .keep(series, {run_of(0, 0, {3}), run_of(1, 0, {4})});
  }
  const auto text = [&](std::size_t i) {
    return to_text(without_revision(series[i].performance));
  };
  EXPECT_THAT(stored_performances(database), ElementsAre(text(1), text(0)));
}

TEST(StoredPairs, AreBlocksBesideTheReference) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  auto series = sample_series();
  const auto keep = [&](int day, const std::string& commit,
                        double nanoseconds) {
    series[0].performance.method = series[1].performance.method = "a";
    series[0].commit = commit;
    series[1].commit = "reference";
    ExperimentWriter(database, experiment_on(day))
        .keep(series, {run_of(0, 0, {nanoseconds}), run_of(1, 0, {100}),
                       run_of(0, 1, {nanoseconds + 1}), run_of(1, 1, {101})});
  };
  keep(2, "two", 120);
  keep(1, "one", 110);
  keep(3, "reference", 100);  // Beside itself.
  series[1].performance.arguments = {11.0};
  keep(4, "other arguments", 100);
  series[1].performance.arguments = {10.0};
  series[0].dirty = true;
  keep(5, "dirty", 100);

  std::vector<std::string> found;
  for (const StoredPair& one : stored_pairs(
           database, sample_series()[0].performance, {}, "reference")) {
    found.push_back(one.commit + ' ' + one.begun.substr(8, 2) + ": " +
                    std::to_string(std::lround(one.mean)) + " / " +
                    std::to_string(std::lround(one.reference_trimmed)));
  }
  EXPECT_THAT(found, ElementsAre("one 01: 110 / 100", "one 01: 111 / 101",
                                 "two 02: 120 / 100", "two 02: 121 / 101"));
}

// Or the store would be said to have rows without end.
TEST(StoredPairs, AreFoundInLinearTime) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  auto series = sample_series();
  series[1].performance = series[0].performance;
  series[0].commit = "one";
  series[1].commit = "reference";
  ExperimentWriter(database, experiment_on(1))
      .keep(series, {run_of(0, 0, {1}), run_of(1, 0, {2})});
  database.execute(R"sql(
    WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n LIMIT 7999)
    INSERT INTO experiment
    SELECT i, randomblob(16), begun, version, seed
    FROM n JOIN experiment ON id = 1;
    INSERT INTO series (experiment, number, block_group, planned, is_counted,
                        has_looks, layouts, performance, build, host, metric,
                        revision, commit_id, dirty)
    SELECT experiment.id, number, block_group, planned, is_counted, has_looks,
           layouts, performance, build, host, metric, revision, commit_id, dirty
    FROM experiment JOIN series ON series.experiment = 1
    WHERE experiment.id > 1;
    INSERT INTO run (series, kind, block, count, mean, trimmed)
    SELECT series.id, run.kind, run.block, run.count, run.mean, run.trimmed
    FROM series
    JOIN series AS first
      ON first.experiment = 1 AND first.number = series.number
    JOIN run ON run.series = first.id
    WHERE series.experiment > 1
  )sql");
  EXPECT_EQ(
      stored_pairs(database, series[0].performance, {}, "reference").size(),
      8000U);
}

TEST(StoredPairs, AreSoMany) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  auto series = sample_series();
  series[1].performance = series[0].performance;
  series[0].commit = "one";
  series[1].commit = "reference";
  ExperimentWriter(database, experiment_on(1))
      .keep(series, {run_of(0, 0, {1}), run_of(1, 0, {2}), run_of(0, 1, {1}),
                     run_of(1, 1, {2})});
  const auto message = [&](std::size_t most) -> std::string {
    try {
      return std::to_string(
          stored_pairs(database, series[0].performance, {}, "reference", most)
              .size());
    } catch (const DatabaseError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(message(2), "2");
  EXPECT_EQ(message(1), database.file().string() +
                            " has more than 1 pairs of blocks of " +
                            to_text(series[0].performance) +
                            "; history prune removes old ones");
}

TEST(StoredRuns, AreFoundByIndexes) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  keep_sample(database, 1, 5);
  std::string plan;
  Statement found = database.statement(
      "EXPLAIN QUERY PLAN SELECT run.mean FROM performance JOIN series ON "
      "series.performance = performance.id JOIN run ON run.series = series.id "
      "WHERE performance.uuid = x'00'");
  found.start();
  while (found.next()) plan += std::string(found.text(3)) + '\n';
  EXPECT_EQ(plan.find("SCAN"), std::string::npos) << plan;
}

}  // namespace
}  // namespace spl::runner
