#include "runner/system/warning.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TEST(Warning, IsASentenceWithItsSubjectAndItsFile) {
  Warning about{"a(1)", ": runs drift"};
  EXPECT_EQ(to_text(about), "a(1): runs drift");
  about.files = {"x.json", "y.json"};
  EXPECT_THAT(to_texts({about, "the machine was busy"}),
              ElementsAre("when x.json was measured: when y.json was measured: "
                          "a(1): runs drift",
                          "the machine was busy"));
}

TEST(Warning, SaysTheSameOfAnEarlierMeasurement) {
  const Warning now{"a(1)", ": runs drift"};
  Warning before{"a(1): runs drift"};
  before.files = {"x.json"};
  EXPECT_TRUE(says_the_same(now, before));
  EXPECT_FALSE(now == before);
  EXPECT_FALSE(says_the_same(now, {"b(1)", ": runs drift"}));
}

}  // namespace
}  // namespace spl::runner
