#include "parser/lexeme.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spl::parser {
namespace {

std::string cut(std::string_view text) {
  std::string cuts;
  for (Lexeme lexeme = next_lexeme(text, 0); lexeme.kind != Lexeme::Kind::kEnd;
       lexeme = next_lexeme(text, lexeme.end)) {
    if (!cuts.empty()) cuts += ' ';
    cuts += lexeme.text(text);
  }
  return cuts;
}

TEST(Lexeme, CutsWordsAndSigns) {
  struct Row {
    std::string_view text;
    std::string_view cuts;
  };
  const Row kRows[] = {
      {"", ""},
      {" \t\r\n", ""},
      {"a<=b", "a <= b"},
      {"a.b::c.for(1)", "a.b::c.for ( 1 )"},
      {"n..m", "n .. m"},
      {"a.5", "a . 5"},
      {"a:b", "a : b"},
      {"1..3", "1 .. 3"},
      {"1.5e-3x", "1.5e-3x"},
      {"10us", "10us"},
      {"1e+x", "1e + x"},
      {"a@HEAD~1-2->b", "a @HEAD~1-2 -> b"},
      {"a@\"x\"", "a @ \"x\""},
      {"'a\"b' c", "'a\"b' c"},
      {"'a\nb'", "' a b '"},
      {"a # b\nc", "a c"},
      {"a=<b<>c=!d", "a =< b <> c =! d"},
      {"a//b", "a // b"},
      {"\xC2\xB5s", "\xC2\xB5 s"},
  };
  for (const Row& row : kRows) EXPECT_EQ(cut(row.text), row.cuts);
}

TEST(Lexeme, AlwaysGoesOn) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    const Lexeme lexeme = lexeme_at(text, 0);
    EXPECT_EQ(lexeme.end, 1U) << byte;
  }
}

// The bounds of Unicode 15, table 3-7.
TEST(CodePoint, IsWellFormedUtf8) {
  EXPECT_EQ(code_point_length("a", 0), 1U);
  EXPECT_EQ(code_point_length("\xC2\x80", 0), 2U);
  EXPECT_EQ(code_point_length("\xC1\x80", 0), 0U);
  EXPECT_EQ(code_point_length("\xE0\xA0\x80", 0), 3U);
  EXPECT_EQ(code_point_length("\xE0\x9F\xBF", 0), 0U);
  EXPECT_EQ(code_point_length("\xED\x9F\xBF", 0), 3U);
  EXPECT_EQ(code_point_length("\xED\xA0\x80", 0), 0U);
  EXPECT_EQ(code_point_length("\xF0\x90\x80\x80", 0), 4U);
  EXPECT_EQ(code_point_length("\xF0\x8F\xBF\xBF", 0), 0U);
  EXPECT_EQ(code_point_length("\xF4\x8F\xBF\xBF", 0), 4U);
  EXPECT_EQ(code_point_length("\xF4\x90\x80\x80", 0), 0U);
  EXPECT_EQ(code_point_length("\xE2\x89", 0), 0U);
  EXPECT_EQ(code_point_length("\x80", 0), 0U);
  EXPECT_EQ(code_point_length("", 0), 0U);
}

}  // namespace
}  // namespace spl::parser
