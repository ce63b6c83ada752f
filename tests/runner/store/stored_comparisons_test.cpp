#include "runner/store/stored_comparisons.hpp"

#include <gmock/gmock.h>

#include "runner/store/experiment_writer.hpp"
#include "runner/store/schema.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(StoredComparisons, AreThoseOfBothCommitsAndTheFile) {
  const TemporaryFolder folder;
  Database database(folder.path() / "a.db", Database::Access::kCreate);
  make_store(database);
  auto series = sample_series();
  series[1].performance = series[0].performance;
  series[0].performance.revision.clear();
  series[1].commit = "earlier";
  const auto keep = [&](int day, const std::string& later, double ratio) {
    series[0].commit = later;
    KeptFormula formula = sample_formula();
    formula.relations[0].ratio = ratio;
    ExperimentWriter writer(database, experiment_on(day));
    writer.keep(series, {run_of(0, 0), run_of(1, 0)});
    writer.keep({formula}, {});
  };
  keep(2, "later", 1.2);
  keep(1, "later", 1.1);
  keep(3, "another", 1.3);
  ComparedCommits wanted{
      series[0].performance, {}, "earlier", "later", "<formula 1>"};
  const auto ratios = [&] {
    std::vector<double> result;
    for (const auto& one : stored_comparisons(database, wanted)) {
      EXPECT_EQ(one.finding, "indistinct");
      EXPECT_EQ(one.alpha, 0.01);
      EXPECT_EQ(one.blocks, 2);
      EXPECT_EQ(one.lower, 0.99);
      EXPECT_EQ(one.upper, 1.03);
      result.push_back(*one.ratio);
    }
    return result;
  };
  EXPECT_THAT(ratios(), ElementsAre(1.1, 1.2));
  wanted.file = "<formula 2>";
  EXPECT_THAT(ratios(), IsEmpty());
  wanted.file = "<formula 1>";
  std::swap(wanted.earlier, wanted.later);
  EXPECT_THAT(ratios(), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
