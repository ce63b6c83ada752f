#include "spl/statistics/hierarchy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using ::testing::ElementsAreArray;
using ::testing::ThrowsMessage;

TEST(Hierarchy, MergesALevelIntoTheOneBelow) {
  const Hierarchy merged = known::kQ4.merged(3);
  ASSERT_EQ(merged.level_count(), 3u);
  EXPECT_EQ(merged.count(1), 3u);
  EXPECT_EQ(merged.count(2), 4u);
  EXPECT_EQ(merged.count(3), 3u);
  EXPECT_THAT(merged.values(), ElementsAreArray(known::kQ4.values()));
}

TEST(Hierarchy, NamesWhatBreaksItsInvariants) {
  struct Case {
    std::vector<std::size_t> counts;
    std::vector<double> values;
    const char* message;
  };
  for (const Case& c : {
           Case{{}, {}, "a hierarchy needs a level"},
           Case{{2, 0}, {}, "a level of a hierarchy repeats nothing"},
           Case{{2, 2}, {1, 2, 3}, "a hierarchy of 4 values got 3"},
           Case{{2}, {1, std::nan("")}, "value 2 is not a finite number"},
       }) {
    EXPECT_THAT(([&] { Hierarchy(c.counts, c.values); }),
                ThrowsMessage<std::invalid_argument>(c.message));
  }
}

}  // namespace
}  // namespace spl::statistics
