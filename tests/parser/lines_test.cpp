#include "parser/lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace spl::parser {
namespace {

std::string position(std::string_view text, std::size_t offset) {
  const Position place = Lines(text).position(offset);
  return std::to_string(place.line) + ':' + std::to_string(place.column);
}

TEST(Lines, CountFromOneInBytes) {
  EXPECT_EQ(position("", 0), "1:1");
  EXPECT_EQ(position("ab\ncd", 1), "1:2");
  EXPECT_EQ(position("ab\ncd", 2), "1:3");  // The line feed ends its line.
  EXPECT_EQ(position("ab\ncd", 3), "2:1");
  EXPECT_EQ(position("\n\nx", 2), "3:1");
  EXPECT_EQ(position("\xC3\xA4x", 2), "1:3");
}

TEST(Lines, TakeWhatIsAfterTheEndForTheEnd) {
  EXPECT_EQ(position("ab", 2), "1:3");
  EXPECT_EQ(position("ab", 99), "1:3");
  EXPECT_EQ(position("ab\n", 99), "2:1");
}

TEST(Lines, LeaveOutAByteOrderMark) {
  EXPECT_EQ(position("\xEF\xBB\xBF{}", 0), "1:1");
  EXPECT_EQ(position("\xEF\xBB\xBF{}", 3), "1:1");
  EXPECT_EQ(position("\xEF\xBB\xBF{}\nx", 6), "2:1");
}

TEST(Lines, KnowWhereTheyBegin) {
  const Lines lines("ab\n\ncd");
  EXPECT_EQ(lines.begin(1), 0U);
  EXPECT_EQ(lines.begin(2), 3U);
  EXPECT_EQ(lines.begin(3), 4U);
}

}  // namespace
}  // namespace spl::parser
