#include "runner/measuring/wanted_relations.hpp"

#include <gmock/gmock.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// No program is started.
class NoLauncher : public Launcher {
 public:
  workload::CatalogueAnswer catalogue(const std::string& /*program*/) override {
    return {};
  }
  void prepare(const Placement& /*placement*/) override {}
  BlockResult measure(const Block& /*block*/) override { return {}; }
  std::vector<HostRecord> hosts() override { return {}; }
};

/// The formula a <= b.
class WantedRelationsTest : public ::testing::Test {
 protected:
  WantedRelationsTest() {
    SuiteFormula formula;
    formula.file = "f.spl";
    formula.line = 3;
    formula.label = "a <= b";
    formula.relations.push_back(relation("a", "b"));
    suite_.formulas.push_back(std::move(formula));
  }

  Settings& settings() { return suite_.formulas[0].settings; }
  [[nodiscard]] Measuring wanted() const {
    return wanted_relations(suite_).at(0).measuring;
  }

  /// Notes on single looks, if the group gets so many blocks.
  std::vector<std::string> notes(std::size_t blocks) {
    Grouping grouping = group(wanted_relations(suite_));
    grouping.groups[0].plan.blocks = blocks;
    std::vector<std::string> result;
    NoLauncher launcher;
    report_single_looks(suite_, grouping,
                        {launcher, {}, nullptr, [&](const Warning& note) {
                           result.push_back(to_text(note));
                         }});
    return result;
  }

  Suite suite_;
};

TEST_F(WantedRelationsTest, ShareATotalBudget) {
  EXPECT_EQ(wanted().share.count(), 0);
  settings().budget_total = std::chrono::seconds(9);
  suite_.formulas[0].relations.push_back(relation("a", "c"));
  suite_.formulas[0].relations.push_back(relation("b", "c"));
  EXPECT_EQ(wanted().share, std::chrono::seconds(3));
}

TEST_F(WantedRelationsTest, AreMeasuredAsTheirFormulaIsSet) {
  settings().runs = 7;
  settings().layouts = 3;
  settings().budget = std::chrono::seconds(9);
  const std::vector<Wanted> all = wanted_relations(suite_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].relation, &suite_.formulas[0].relations[0]);
  EXPECT_EQ(all[0].measuring.runs, 7U);
  EXPECT_EQ(all[0].measuring.layouts, 3U);
  EXPECT_EQ(all[0].measuring.budget, std::chrono::seconds(9));
}

TEST_F(WantedRelationsTest, GetThirtyRunsForASingleLookOfThePapers) {
  EXPECT_EQ(wanted().max_runs, 0U);
  settings().deciding.interpretation = logic::Interpretation::kParametric;
  EXPECT_EQ(wanted().max_runs, 30U);
  settings().max_runs = 40;
  EXPECT_EQ(wanted().max_runs, 40U);
  settings().max_runs = 0;
  settings().runs = 7;
  EXPECT_EQ(wanted().max_runs, 0U);
}

TEST_F(WantedRelationsTest, AreNotedBeforeASingleLook) {
  EXPECT_THAT(notes(30), IsEmpty());
  settings().deciding.interpretation = logic::Interpretation::kParametric;
  EXPECT_THAT(notes(30), ElementsAre("f.spl:3: a <= b: parametric looks once, "
                                     "after 30 runs a side"));
  EXPECT_THAT(notes(12),
              ElementsAre("f.spl:3: a <= b: parametric looks once, after 12 "
                          "runs a side, which the budget holds"));
  EXPECT_THAT(notes(1), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
