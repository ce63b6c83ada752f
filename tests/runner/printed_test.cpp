#include "runner/printed.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Printed, HasLastLines) {
  EXPECT_EQ(last_lines("", 2), "");
  EXPECT_EQ(last_lines("a", 2), "\n    a");
  EXPECT_EQ(last_lines("a\n", 2), "\n    a");
  EXPECT_EQ(last_lines("a\nb\n\nc\n", 2), "\n    \n    c");
  EXPECT_EQ(last_lines("a\n", 0), "");
}

TEST(Printed, NeitherMovesTheCursorNorIsLong) {
  EXPECT_EQ(last_lines("a\tb\x1b[2J\r\x7f", 1), "\n    a b?[2J??");
  EXPECT_EQ(last_lines(std::string(200, 'x'), 1),
            "\n    " + std::string(200, 'x'));
  EXPECT_EQ(last_lines(std::string(201, 'x'), 1),
            "\n    " + std::string(200, 'x') + " ...");
}

TEST(Printed, IsUtf8) {
  EXPECT_EQ(last_lines("\x9b"
                       "2J\xff caf\xc3\xa9 \xe2\x82\xac",
                       1),
            "\n    ?2J? caf\xc3\xa9 \xe2\x82\xac");
  EXPECT_EQ(last_lines("\xc2\x9b"
                       "2J\xc2\xa0",
                       1),
            "\n    ?2J\xc2\xa0");
  // Output that was cut begins and ends inside of code points.
  EXPECT_EQ(last_lines("\xac a\xe2\x82", 1), "\n    ? a??");
  EXPECT_EQ(last_lines(std::string(198, 'x') + "\xe2\x82\xac", 1),
            "\n    " + std::string(198, 'x') + " ...");
}

}  // namespace
}  // namespace spl::runner
