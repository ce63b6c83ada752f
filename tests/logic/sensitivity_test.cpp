#include "spl/logic/sensitivity.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace spl::logic {
namespace {

using statistics::Sample;

DecisionSettings mean_settings(Interpretation interpretation) {
  DecisionSettings result;
  result.interpretation = interpretation;
  result.statistic = statistics::RunStatistic::kMean;
  return result;
}

/// Runs whose means do not differ.
Sample steady() {
  std::vector<std::vector<double>> runs;
  for (int run = 0; run < 10; ++run) {
    runs.push_back({});
    for (int i = 0; i < 20; ++i) {
      runs.back().push_back(100 + (7 * i + 3 * run) % 20 / 10.0);
    }
  }
  return Sample(runs);
}

/// The rows of halves of the runs, or those of one set.
std::vector<SensitivityRow> halves(std::vector<SensitivityRow> rows) {
  std::erase_if(rows, [](const SensitivityRow& one) {
    return one.draw == SensitivityRow::Draw::kOneSet;
  });
  return rows;
}
std::vector<SensitivityRow> of_one_set(std::vector<SensitivityRow> rows) {
  std::erase_if(rows, [](const SensitivityRow& one) {
    return one.draw != SensitivityRow::Draw::kOneSet;
  });
  return rows;
}

std::size_t slower(const SensitivityRow& row, Interpretation interpretation) {
  for (const SensitivityCount& count : row.counts) {
    if (count.interpretation == interpretation) return count.slower;
  }
  return 0;
}

TEST(Sensitivity, CountsWhatInterpretationsFind) {
  const auto rows = halves(
      sensitivity(steady(), 1.01, mean_settings(Interpretation::kBlocks)));
  ASSERT_EQ(rows.size(), 13U);
  EXPECT_EQ(rows[0].draw, SensitivityRow::Draw::kObservations);
  EXPECT_EQ(rows[0].size, 10U);
  EXPECT_EQ(rows[0].counts.size(), 1U);
  EXPECT_EQ(rows[7].draw, SensitivityRow::Draw::kRuns);
  EXPECT_EQ(rows[7].size, 2U);
  EXPECT_EQ(rows[7].counts.size(), 4U);
  // A change of 1 % is 1.8 standard deviations: seen always with many
  // observations, not with ten of them.
  EXPECT_EQ(rows[6].counts[0].slower, rows[6].repetitions);
  EXPECT_LT(rows[0].counts[0].slower, rows[0].repetitions);
  EXPECT_EQ(slower(rows[12], Interpretation::kBlocks), rows[12].repetitions);
}

TEST(Sensitivity, CountsWhatThePartsFind) {
  DecisionSettings how = mean_settings(Interpretation::kBlocks);
  how.shares = statistics::kBothShares;
  const auto rows = halves(sensitivity(steady(), 1.01, how));
  ASSERT_EQ(rows.size(), 15U);
  EXPECT_EQ(rows[13].size, 60U);
  EXPECT_EQ(rows[14].size, 100U);
  ASSERT_EQ(rows[14].counts.size(), 5U);
  EXPECT_FALSE(rows[14].counts[0].interpretation);
  EXPECT_EQ(rows[14].counts[0].slower, rows[14].repetitions);
}

TEST(Sensitivity, SeesSpeedUpsAndNothingWhereNothingChanged) {
  const auto faster = halves(
      sensitivity(steady(), 0.99, mean_settings(Interpretation::kBlocks)));
  EXPECT_EQ(faster[6].counts[0].faster, faster[6].repetitions);
  EXPECT_EQ(faster[6].counts[0].slower, 0U);
  const auto none =
      halves(sensitivity(steady(), 1, mean_settings(Interpretation::kBlocks)));
  EXPECT_LT(none[3].counts[0].slower, none[3].repetitions / 20);
}

TEST(Sensitivity, LooksAtDefinition410IfChosen) {
  DecisionSettings how = mean_settings(Interpretation::kNonparametric);
  how.alpha = 0.4;  // Few draws are enough for it.
  const auto rows =
      halves(sensitivity(Sample({{1, 2, 3.5}, {2, 3, 1.5}}), 2, how));
  EXPECT_EQ(rows[7].counts.size(), 5U);
  EXPECT_EQ(rows[7].repetitions, 200U);
}

// Runs that differ by 20 % are one set here, which has no runs, and two in
// halves, whose difference is called one of code.
TEST(Sensitivity, TakesAllObservationsForOneSet) {
  std::vector<std::vector<double>> runs;
  for (int run = 0; run < 10; ++run) {
    runs.push_back({});
    for (int i = 0; i < 150; ++i) {
      runs.back().push_back(100 + 20 * (run % 2) + (7 * i + 3 * run) % 20);
    }
  }
  const auto rows =
      sensitivity(Sample(runs), 1, mean_settings(Interpretation::kWelch));
  const auto set = of_one_set(rows);
  ASSERT_EQ(set.size(), 7U);  // Of 10 to 1000, for it has 1500.
  EXPECT_EQ(set[0].draw, rows[0].draw);
  EXPECT_EQ(set[6].size, 1000U);
  ASSERT_EQ(set[6].counts.size(), 1U);
  EXPECT_EQ(set[6].counts[0].interpretation, Interpretation::kWelch);
  EXPECT_LT(set[6].counts[0].slower, set[6].repetitions / 20);
  EXPECT_GT(slower(halves(rows)[6], Interpretation::kWelch),
            halves(rows)[6].repetitions / 5);
  const auto changed = of_one_set(
      sensitivity(Sample(runs), 1.05, mean_settings(Interpretation::kWelch)));
  EXPECT_EQ(changed[6].counts[0].slower, changed[6].repetitions);
}

TEST(Sensitivity, DrawsUpToAHundredThousandOfOneSet) {
  const std::vector<std::vector<double>> runs(500, {1, 2, 3, 1, 2, 3, 1, 2});
  const auto few = of_one_set(
      sensitivity(Sample(runs), 1.01, mean_settings(Interpretation::kWelch)));
  EXPECT_EQ(few.back().size, 2000U);  // Of 4000.
  const std::vector<std::vector<double>> many(500,
                                              std::vector<double>(200, 1.0));
  const auto set = of_one_set(
      sensitivity(Sample(many), 1, mean_settings(Interpretation::kWelch)));
  EXPECT_EQ(set.back().size, 100000U);
  EXPECT_EQ(set.back().counts[0].slower, 0U);
}

TEST(Sensitivity, ReportsTheShareThatIsDone) {
  std::vector<double> shares;
  (void)sensitivity(steady(), 1.1, mean_settings(Interpretation::kBlocks),
                    [&](double share) { shares.push_back(share); });
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GT(shares.front(), 0);
  EXPECT_NEAR(shares.back(), 1, 1e-9);
}

TEST(Sensitivity, TakesASingleRunForOneSet) {
  std::vector<double> run;
  for (int i = 0; i < 25; ++i) run.push_back(100 + i % 5);
  const auto rows =
      sensitivity(Sample({run}), 1.5, mean_settings(Interpretation::kBlocks));
  ASSERT_EQ(rows.size(), 2U);
  for (const SensitivityRow& row : rows) {
    EXPECT_EQ(row.draw, SensitivityRow::Draw::kOneSet);
    EXPECT_EQ(row.counts.front().slower, row.repetitions);
  }
}

TEST(Sensitivity, NeedsTwoRuns) {
  EXPECT_TRUE(sensitivity(Sample({{1, 2, 3}}), 1.01,
                          mean_settings(Interpretation::kBlocks))
                  .empty());
}

}  // namespace
}  // namespace spl::logic
