#include "laboratory/layouts/groups.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spl::bench {
namespace {

/// Links of 100 and 110 by turns, in blocks that differ by little.
LinkedRuns two_speeds() {
  LinkedRuns runs;
  for (int link = 0; link < 8; ++link) {
    std::vector<double>& blocks = runs.emplace_back();
    for (int block = 0; block < 6; ++block) {
      blocks.push_back(100 + 10 * (link % 2) +
                       0.01 * ((link * 5 + block * 3) % 7));
    }
  }
  return runs;
}

TEST(GroupsOfLinks, OfOneEachDifferWheneverTheirLayoutsDo) {
  const GroupDraws how{1, 0.02, 1000, 0.01, 1};
  const std::size_t count = called_different(two_speeds(), Unit::kBlocks, how);
  EXPECT_NEAR(static_cast<double>(count), 571, 60);  // 4 of 7 partners.
  EXPECT_EQ(called_different(two_speeds(), Unit::kLinks, how), 0U);
}

TEST(GroupsOfLinks, DifferSeldomByTheMeansOfLinks) {
  const GroupDraws how{4, 0, 1000, 0.01, 1};
  EXPECT_GT(called_different(two_speeds(), Unit::kBlocks, how), 300U);
  EXPECT_LT(called_different(two_speeds(), Unit::kLinks, how), 100U);
}

TEST(GroupsOfLinks, DoNotDifferByLessThanTheChange) {
  const GroupDraws how{1, 0.2, 1000, 0.01, 1};
  EXPECT_EQ(called_different(two_speeds(), Unit::kBlocks, how), 0U);
}

TEST(GroupsOfLinks, VaryRelativeToTheirMean) {
  // Means 90 and 110, of variance 200 between them; 2 inside, of two blocks.
  const LinkedRuns runs{{89, 91}, {109, 111}};
  EXPECT_DOUBLE_EQ(relative_variation(runs), std::sqrt(200 - 1.0) / 100);
}

}  // namespace
}  // namespace spl::bench
