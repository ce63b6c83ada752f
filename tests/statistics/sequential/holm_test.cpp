#include "spl/statistics/sequential/holm.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace spl::statistics {
namespace {

TEST(Holm, AnswersAsKnown) {
  struct Case {
    std::vector<double> p_values;
    double family_level;
    std::vector<double> adjusted;
    std::vector<bool> rejected;
  };
  for (const Case& c : {
           Case{{0.013, 0.2, 0.004, 0.021},
                0.05,
                {0.039, 0.2, 0.016, 0.042},
                {true, false, true, true}},
           Case{{0.5, 0.6}, 0.05, {1, 1}, {false, false}},
           Case{{0.008, 0.008, 0.03},
                0.025,
                {0.024, 0.024, 0.03},
                {true, true, false}},
           Case{{0.0009, 0.04, 0.04, 0.04, 0.9},
                0.01,
                {0.0045, 0.16, 0.16, 0.16, 0.9},
                {true, false, false, false, false}},
           Case{{}, 0.05, {}, {}},
       }) {
    SCOPED_TRACE(testing::PrintToString(c.p_values));
    const std::vector<HolmStep> steps = holm(c.p_values, c.family_level);
    ASSERT_EQ(steps.size(), c.p_values.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_DOUBLE_EQ(steps[i].adjusted_p, c.adjusted[i]);
      EXPECT_EQ(steps[i].rejected, c.rejected[i]);
      EXPECT_EQ(c.p_values[i] <= steps[i].level, c.rejected[i]);
    }
  }
}

TEST(Holm, GivesTheLevelOfEachHypothesis) {
  const std::vector<double> p_values = {0.2, 0.001, 0.5};
  const std::vector<HolmStep> steps = holm(p_values, 0.06);
  EXPECT_DOUBLE_EQ(steps[1].level, 0.02);
  EXPECT_DOUBLE_EQ(steps[0].level, 0.03);
  EXPECT_DOUBLE_EQ(steps[2].level, 0.03);
}

}  // namespace
}  // namespace spl::statistics
