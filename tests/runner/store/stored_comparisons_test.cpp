#include "runner/store/stored_comparisons.hpp"

#include <functional>

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

/// Experiments of a(10) and b(10) by day, and what the last one contradicts.
class EarlierRatios : public ::testing::Test {
 protected:
  EarlierRatios() { make_store(database_); }

  Uuid keep(int day, double lower, double upper) {
    KeptFormula formula = formula_;
    KeptRelation& relation = formula.relations[0];
    relation.lower = lower;
    relation.upper = upper;
    relation.ratio = (lower + upper) / 2;
    ExperimentFacts facts = experiment_on(day);
    if (day > 31) facts.begun = "2026-02-01T08:30:00Z";
    ExperimentWriter writer(database_, facts);
    writer.keep(series_, {run_of(0, 0), run_of(1, 0)});
    writer.keep({formula}, {});
    return facts.uuid;
  }

  /// The beginning and the ratio; empty if nothing contradicts.
  std::string contradiction(const Uuid& experiment) {
    const auto found = contradicting_ratio(database_, {experiment, 0, 0}, 0.02);
    if (!found) return {};
    char text[100];
    std::snprintf(text, sizeof text, "%s: %.2f (%.2f .. %.2f)",
                  found->begun.c_str(), *found->ratio.estimate,
                  *found->ratio.lower, *found->ratio.upper);
    return text;
  }

  Database database_{":memory:", Database::Access::kCreate};
  std::vector<SeriesFacts> series_ = sample_series();
  KeptFormula formula_ = sample_formula();
};

TEST_F(EarlierRatios, AreTheNewestThatContradict) {
  keep(3, 0.3, 0.4);
  keep(4, 0.5, 0.6);
  keep(5, 0.8, 1.1);
  EXPECT_EQ(contradiction(keep(6, 0.9, 1.2)),
            "2026-01-04T08:30:00Z: 0.55 (0.50 .. 0.60)");
  EXPECT_EQ(contradiction(keep(7, 0.2, 0.25)),
            "2026-01-06T08:30:00Z: 1.05 (0.90 .. 1.20)");
}

TEST_F(EarlierRatios, AreApartByMoreThanMatters) {
  keep(3, 0.5, 0.6);
  EXPECT_EQ(contradiction(keep(4, 0.61, 0.65)), "");
  EXPECT_EQ(contradiction(keep(5, 0.495, 0.60)), "");
  EXPECT_EQ(contradiction(keep(6, 0.615, 0.65)),
            "2026-01-05T08:30:00Z: 0.55 (0.49 .. 0.60)");
}

TEST_F(EarlierRatios, AreOfThirtyDaysBefore) {
  keep(20, 0.3, 0.4);
  EXPECT_EQ(contradiction(keep(1, 0.9, 1.1)), "");
  EXPECT_EQ(contradiction(keep(31, 0.3, 0.4)),
            "2026-01-01T08:30:00Z: 1.00 (0.90 .. 1.10)");
}

TEST_F(EarlierRatios, AreForgottenAfterThirtyDays) {
  keep(1, 0.3, 0.4);
  EXPECT_EQ(contradiction(keep(32, 0.9, 1.1)), "");
}

TEST_F(EarlierRatios, AreAmongTheLastTen) {
  keep(2, 0.3, 0.4);
  for (int i = 0; i < 9; ++i) keep(3, 0.9, 1.1);
  EXPECT_NE(contradiction(keep(4, 0.9, 1.1)), "");
  EXPECT_EQ(contradiction(keep(5, 0.9, 1.1)), "");
}

TEST_F(EarlierRatios, AreOfTheSameRelationProgramsAndMachine) {
  const auto original = series_;
  const std::function<void()> changes[] = {
      [&] { series_[1].build.content = "another"; },
      [&] { series_[0].performance.arguments = {20.0}; },
      [&] { series_[0].metric = {workload::Metric::kCpu}; },
      [&] { series_[1].host.name = "another"; },
      [&] { formula_.relations[0].text = "a(10) <= 2 * b(10)"; },
      [&] { formula_.relations[0].decided_by = "welch"; },
      [&] { formula_.relations[0].series = {0}; }};
  for (const auto& change : changes) {
    series_ = original;
    formula_ = sample_formula();
    change();
    keep(2, 0.3, 0.4);
  }
  series_ = original;
  formula_ = sample_formula();
  const Uuid asked = keep(3, 0.9, 1.1);
  EXPECT_EQ(contradiction(asked), "");
  series_[0].host.kernel = series_[1].host.kernel = "a newer one";
  EXPECT_EQ(contradiction(keep(4, 0.5, 0.6)),
            "2026-01-03T08:30:00Z: 1.00 (0.90 .. 1.10)");
}

}  // namespace

}  // namespace spl::runner
