#include "runner/store/stored_runs.hpp"

#include <gmock/gmock.h>

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
  migrate(database);
  auto series = sample_series();
  ExperimentWriter(database, experiment_on(2))
      .keep(series, {run_of(0, 0, {3}), run_of(1, 0, {4})});
  ExperimentWriter(database, experiment_on(1))
      .keep(series, {run_of(0, 1, {2}), run_of(0, 0, {1})});
  series[0].build.content = "other";
  ExperimentWriter(database, experiment_on(3))
      .keep(series, {run_of(0, 0, {5})});

  StoredSubject subject{series[0].performance, {}, {}, {}};
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
  subject.host = uuid_of(sample_series()[0].host);
  EXPECT_THAT(values(), ElementsAre(1, 2, 3));
  subject.host = random_uuid();
  EXPECT_THAT(values(), ElementsAre());
  subject.host.reset();
  subject.metric = workload::Metric::kCpu;
  EXPECT_THAT(values(), ElementsAre());
}

TEST(StoredRuns, AreFoundByIndexes) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  migrate(database);
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
