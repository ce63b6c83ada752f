#include "runner/reports/terminal/wrapped_text.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(WrappedText, BreaksAtBlanksOnly) {
  EXPECT_EQ(wrapped("one two three", {7, 2}), "one two\n  three");
  EXPECT_EQ(wrapped("one two three", {13, 2}), "one two three");
  EXPECT_EQ(wrapped("a_word_that_is_long is", {5, 2}),
            "a_word_that_is_long\n  is");
}

TEST(WrappedText, KeepsNumbersWithTheirUnits) {
  EXPECT_EQ(wrapped("takes 12 s, seed 1", {9, 2}), "takes\n  12 s,\n  seed 1");
  EXPECT_EQ(wrapped("in (2.5 ms) of 1 %.", {11, 0}), "in (2.5 ms)\nof 1 %.");
  EXPECT_EQ(wrapped("a 12 runs", {7, 0}), "a 12\nruns");
  EXPECT_EQ(wrapped("12  s", {4, 0}), "12\ns");
  EXPECT_EQ(wrapped("takes 12 ", {8, 0}), "takes 12");
}

TEST(WrappedText, KeepsBlanksInLinesAndLineFeeds) {
  EXPECT_EQ(wrapped("    a  b\nc\n", {80, 2}), "    a  b\nc\n");
  EXPECT_EQ(wrapped("", {80, 2}), "");
}

TEST(WrappedText, BreaksEachLineThatIsTooLong) {
  EXPECT_EQ(wrapped_lines("one two\n  three four\n\nfive", 9),
            "one two\n  three\n      four\n\nfive");
  EXPECT_EQ(wrapped_lines("", 9), "");
}

TEST(WrappedText, EndsLinesThatGoOn) {
  EXPECT_EQ(wrapped("spl-run -v -e 'a < b'", {13, 4, " \\"}),
            "spl-run -v \\\n    -e 'a < \\\n    b'");
}

TEST(WrappedText, CountsColumns) {
  EXPECT_EQ(columns_of("日本 x"), 6);
  EXPECT_EQ(columns_of("\u043d\u0430"), 2);
  EXPECT_EQ(columns_of("e\u0301"), 1);
  EXPECT_EQ(columns_of("\xff\xfe no UTF-8"), 11);
  EXPECT_EQ(columns_of("\xe6\x97"), 2);  // It ends early.

  EXPECT_EQ(columns_of("\u00b7\u2502a"), 3);
  EXPECT_EQ(wrapped("\u00b7\u00b7\u00b7 \u00b7", {5, 0}),
            "\u00b7\u00b7\u00b7 \u00b7");
}

}  // namespace
}  // namespace spl::runner
