#include "runner/measuring/stopping.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

void add_run(Measured& measured, std::uint64_t iterations,
             std::vector<double> observations, std::uint64_t warmup = 0) {
  RunRecord record;
  record.iterations = iterations;
  record.warmup = warmup;
  measured.records.push_back(record);
  measured.observations.emplace_back(std::move(observations));
}

/// Late calls of b, which makes few, take longer in all runs but so many.
std::string lack(std::size_t runs, std::size_t level = 0) {
  GroupResult result;
  for (std::size_t i = 0; i < runs; ++i) {
    add_run(result.performances[kA], 1000, std::vector<double>(6, 1.4));
    add_run(result.performances[kB], 10,
            i < level ? std::vector<double>(6, 1.3)
                      : std::vector<double>{1, 1, 1.2, 1.3, 1.6, 1.7});
  }
  return lack_of_equal_calls(kRelation, result, runs, 0.02);
}

TEST(UnequalCalls, MoveARatioWhereCallsGrow) {
  const auto grow = ::testing::HasSubstr("late calls of b take 1.65 times");
  EXPECT_THAT(lack(8), grow);
  EXPECT_THAT(lack(2), grow);
}

// It is no growth: "late calls take 1 times as long".
TEST(UnequalCalls, MoveNoRatioByChance) { EXPECT_EQ(lack(3, 1), ""); }

// Nobody saw what the first 60 calls of b cost: the first that is timed is its
// 116th.
TEST(UnequalCalls, AreNotExtrapolatedIntoTheWarmUp) {
  GroupResult result;
  for (std::size_t run = 0; run < 8; ++run) {
    std::vector<double> falling;
    for (double call = 116; call <= 190; ++call) {
      falling.push_back(std::pow(call / 150, -2.6));
    }
    add_run(result.performances[kA], 10, std::vector<double>(6, 17));
    add_run(result.performances[kB], 1, std::move(falling), 115);
  }
  EXPECT_EQ(lack_of_equal_calls(kRelation, result, 8, 0.02), "");
}

}  // namespace
}  // namespace spl::runner
