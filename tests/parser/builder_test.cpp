#include "parser/builder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spl::parser {
namespace {

TEST(Parentheses, TellFormulasTuplesAndSumsApart) {
  struct Row {
    std::string_view text;
    bool formula;
    bool tuple;
  };
  const Row kRows[] = {
      {"(a + b)", false, false},       {"(a < b)", true, false},
      {"(a) < b", false, false},       {"((a < b))", true, false},
      {"(for x)", true, false},        {"(a.for)", false, false},
      {"(\"<\" + '=')", false, false}, {"(a # <\n)", false, false},
      {"(a@v->b)", true, false},       {"(a@v-1)", false, false},
      {"(1, 2)", false, true},         {"(f(1, 2))", false, false},
      {"(m[a, b] + 1)", false, false}, {"(m[a, b, 1)", false, false},
      {"(a, f(b)", false, true},       {"(a", false, false},
      {"(a; b < c)", false, false},    {"(a -> b)", true, false},
      {"(not a)", true, false},        {"(a within b)", true, false},
  };
  for (const Row& row : kRows) {
    Parentheses parentheses(row.text);
    EXPECT_EQ(parentheses.hold_formula(0), row.formula) << row.text;
    EXPECT_EQ(parentheses.hold_tuple(0), row.tuple) << row.text;
  }
}

TEST(Parentheses, LookAtEachCharacterOnce) {
  for (const std::string_view unit : {"(", "(a)", "((a) < ", "[(", "(;"}) {
    std::string text;
    while (text.size() < 100'000) text += unit;
    Parentheses parentheses(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '(') (void)parentheses.hold_formula(i);
    }
    EXPECT_LE(parentheses.work(), text.size()) << unit;
  }
}

}  // namespace
}  // namespace spl::parser
