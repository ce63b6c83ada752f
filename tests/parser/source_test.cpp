#include "parser/source.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace spl::parser {
namespace {

std::string place(const Source& source, std::size_t offset) {
  const Position position = source.position(offset);
  return std::to_string(position.line) + ':' + std::to_string(position.column);
}

TEST(Source, CountsLinesAndColumnsFromOne) {
  const Source source("f", "ab\n\ncd\n");
  EXPECT_EQ(place(source, 0), "1:1");
  EXPECT_EQ(place(source, 2), "1:3");
  EXPECT_EQ(place(source, 3), "2:1");
  EXPECT_EQ(place(source, 4), "3:1");
  EXPECT_EQ(place(source, 7), "4:1");
  EXPECT_EQ(place(source, 99), "4:1");
}

TEST(Source, CountsBytes) {
  const Source source("f", "\xC2\xB5s x");
  EXPECT_EQ(place(source, 4), "1:5");
}

TEST(Source, LeavesTheByteOrderMarkOut) {
  const Source source("f",
                      "\xEF\xBB\xBF"
                      "ab\ncd");
  EXPECT_EQ(place(source, 0), "1:1");
  EXPECT_EQ(place(source, 3), "1:1");
  EXPECT_EQ(place(source, 4), "1:2");
  EXPECT_EQ(place(source, 6), "2:1");
  EXPECT_EQ(source.excerpt(4), "ab\n ^");
}

TEST(Source, FoldsWhiteSpaceAndComments) {
  EXPECT_EQ(folded_text("  f(1)\n  <= # not slower\n  'a  b'() "),
            "f(1) <= 'a  b'()");
}

TEST(Source, WritesTheFunctionInPlaceOfTHIS) {
  EXPECT_EQ(
      folded_text("THIS(n)  < THIS@THIS(n) + f('THIS', THIS_(n))", "std::find"),
      "std::find(n) < std::find@THIS(n) + f('THIS', THIS_(n))");
  EXPECT_EQ(folded_text("THIS <= 5 us", "find(int)"), "\"find(int)\" <= 5 us");
}

TEST(Source, ShowsTheLineWithACaret) {
  const Source source("f", "one\ntwo three\r\nfour");
  EXPECT_EQ(source.excerpt(0), "one\n^");
  EXPECT_EQ(source.excerpt(3), "one\n   ^");
  EXPECT_EQ(source.excerpt(8), "two three\n    ^");
  EXPECT_EQ(source.excerpt(14), "two three\n         ^");
  EXPECT_EQ(source.excerpt(19), "four\n    ^");
}

TEST(Source, LinesTheCaretUpBehindTabsAndOtherCharacters) {
  EXPECT_EQ(Source("f", "\ta\tb").excerpt(3), "\ta\tb\n\t \t^");
  EXPECT_EQ(Source("f", "\xC2\xB5\xE2\x89\xA4x").excerpt(5),
            "\xC2\xB5\xE2\x89\xA4x\n  ^");
  EXPECT_EQ(Source("f", "\xFF\x1B[x").excerpt(3), "??[x\n   ^");
}

TEST(Source, CutsLongLinesAroundTheCaret) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "0123456789";
  const Source source("f", text);
  const std::string start = source.excerpt(5);
  EXPECT_EQ(start, text.substr(0, 100) + "...\n     ^");
  const std::string middle = source.excerpt(505);
  EXPECT_EQ(middle, "..." + text.substr(445, 100) + "...\n" +
                        std::string(63, ' ') + "^");
  const std::string end = source.excerpt(1000);
  EXPECT_EQ(end,
            "..." + text.substr(940, 60) + "\n" + std::string(63, ' ') + "^");
}

// A repository can have a mistake at each word of a line.
TEST(Source, CutsALongLineWithoutReadingIt) {
  std::string line;
  line.resize(50'000'000, 'x');
  const Source source("f", std::move(line));
  for (std::size_t i = 1000; i < 100'000; ++i) {
    ASSERT_EQ(source.excerpt(i).size(), 3 + 100 + 3 + 1 + 63 + 1);
  }
}

TEST(Source, CutsBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "\xE2\x89\xA4";
  for (std::size_t offset = 0; offset < text.size(); offset += 3) {
    const std::string excerpt = Source("f", text).excerpt(offset);
    EXPECT_EQ(excerpt.find('?'), std::string::npos) << offset;
  }
}

TEST(Source, FoldsTheTextOfASpan) {
  const Source source("f", "a(i) <  # small\n\t b(\"x  y\") ");
  EXPECT_EQ(source.text_of({0, source.text().size()}), "a(i) < b(\"x  y\")");
  EXPECT_EQ(source.text_of({0, 4}), "a(i)");
}

TEST(Source, DiagnosesWhereAMistakeBeginsAndEnds) {
  const Source source("f", "a < b\nc ? d\n");
  const Diagnostic found = source.diagnose({"no such sign", {4, 9}});
  EXPECT_EQ(found.line, 1U);
  EXPECT_EQ(found.column, 5U);
  EXPECT_EQ(found.end.line, 2U);
  EXPECT_EQ(found.end.column, 4U);
}

TEST(Diagnostic, PrintsAsCompilersDo) {
  const Source source("perf/sort.spl", "a < b\nc ? d\n");
  EXPECT_EQ(to_text(source.diagnose({"no such sign", {8, 9}})),
            "perf/sort.spl:2:3: error: no such sign\n2 | c ? d\n  |   ^\n");
}

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
