#include "spl/statistics/sequential/holm.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace spl::statistics {
namespace {

TEST(Holm, RejectsAsKnown) {
  struct Case {
    std::vector<double> p_values;
    double family_level;
    std::vector<bool> rejected;
  };
  for (const Case& c : {
           Case{{0.013, 0.2, 0.004, 0.021}, 0.05, {true, false, true, true}},
           Case{{0.5, 0.6}, 0.05, {false, false}},
           Case{{0.008, 0.008, 0.03}, 0.025, {true, true, false}},
           Case{{0.0009, 0.04, 0.04, 0.04, 0.9},
                0.01,
                {true, false, false, false, false}},
           Case{{}, 0.05, {}},
       }) {
    SCOPED_TRACE(testing::PrintToString(c.p_values));
    const auto levels = holm_levels(c.p_values, c.family_level);
    ASSERT_EQ(levels.size(), c.p_values.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      EXPECT_EQ(c.p_values[i] <= levels[i], c.rejected[i]);
    }
  }
}

TEST(Holm, GivesTheLevelOfEachHypothesis) {
  const auto levels = holm_levels(std::vector{0.2, 0.001, 0.5}, 0.06);
  EXPECT_DOUBLE_EQ(levels[1], 0.02);
  EXPECT_DOUBLE_EQ(levels[0], 0.03);
  EXPECT_DOUBLE_EQ(levels[2], 0.03);
}

}  // namespace
}  // namespace spl::statistics
