#include "runner/reports/terminal/interval_bar.hpp"

#include <gtest/gtest.h>

#include "runner/reports/terminal/wrapped_text.hpp"

namespace spl::runner {
namespace {

std::string bar(double ratio, double lower, double upper) {
  return interval_bar(ratio, lower, upper, Alphabet::kAscii);
}

TEST(IntervalBar, ShowsTheIntervalAroundOne) {
  EXPECT_EQ(bar(1.0, 0.998, 1.002), ".....o.....");
  EXPECT_EQ(bar(1.03, 1.015, 1.06), ".....|=o=..");
  EXPECT_EQ(bar(1.0, 0.985, 1.03), "....=o==...");
  EXPECT_EQ(bar(2.5, 1.9, 3), ".....|...=o");
  EXPECT_EQ(bar(0.4, 0.3, 0.45), "o....|.....");
}

TEST(IntervalBar, IsAsLongForAReciprocal) {
  std::string there = bar(1.07, 1.03, 1.3);
  const std::string back = bar(1 / 1.07, 1 / 1.3, 1 / 1.03);
  EXPECT_EQ(std::string(there.rbegin(), there.rend()), back);
}

TEST(IntervalBar, ShowsWhatIsKnown) {
  EXPECT_EQ(interval_bar({}, {}, {}, Alphabet::kAscii), "           ");
  EXPECT_EQ(interval_bar(1.03, {}, {}, Alphabet::kAscii), ".....|.o...");
  EXPECT_EQ(bar(0.5, -1, 0.9), "o==..|.....");
}

TEST(IntervalBar, TakesAsManyColumnsInUnicode) {
  const std::string text = interval_bar(1.03, 1.015, 1.06, Alphabet::kUnicode);
  EXPECT_EQ(columns_of(text), kBarWidth);
  EXPECT_EQ(text,
            "\u00b7\u00b7\u00b7\u00b7\u00b7\u2502\u2501\u25cf\u2501"
            "\u00b7\u00b7");
  EXPECT_EQ(columns_of(kBarHeading), kBarWidth);
}

}  // namespace
}  // namespace spl::runner
