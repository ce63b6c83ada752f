#include "parser/grammar.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tao/pegtl/contrib/analyze.hpp>

#include "parser/actions.hpp"
#include "parser/messages.hpp"

namespace spl::parser {
namespace {

TEST(Grammar, AlwaysMakesProgress) {
  EXPECT_EQ(pegtl::analyze<grammar::file_statement>(), 0U);
  EXPECT_EQ(pegtl::analyze<grammar::single_statement>(), 0U);
}

std::size_t tried_rules = 0;

template <typename Rule>
struct counting : control<Rule> {
  template <typename Input>
  static void start(const Input& /*in*/, Builder& /*builder*/) {
    ++tried_rules;
  }
};

std::size_t work_on(std::string_view text) {
  tried_rules = 0;
  Parentheses parentheses(text);
  Builder builder(text, parentheses);
  pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf,
                      const char*>
      input(text.data(), text.data() + text.size(), "");
  try {
    pegtl::parse<grammar::single_statement, action, counting>(input, builder);
  } catch (const pegtl::parse_error&) {
    // The work is of interest for bad texts too.
  }
  return tried_rules + parentheses.work();
}

std::string repeated(std::string_view unit, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += unit;
  return text;
}

TEST(Grammar, NeedsWorkInProportionToTheText) {
  struct Shape {
    std::string_view begin;
    std::string_view unit;
    std::string_view end;
  };
  const Shape kShapes[] = {
      {"a < b", " + b", ""},
      {"a < b", " * (b + c)", ""},
      {"a < b", " <= b", ""},
      {"a < b", " and (a < b or c < d)", ""},
      {"a", " = b", ""},
      {"a < b", "\n", ""},
      {"a = b", " # comment\n", "+ c"},
      {"a < b(1", ", 1", ")"},
      {"for i in {1", ", (1, 2)", "}: a < b"},
      {"for (a", ", a", ") in S: a < b"},
      {"for i in 1", ", (a, b)", ": a < b"},
      {"for a in S", ", a in S", ": a < b"},
      {"a", ".a", " < b"},
      {"a@", "b", " < c"},
      {"set a = b", " ", "c"},
      {"", "(", ""},
      {"a < ", "-", "b"},
      {"", "((a + b) + ", "c"},
      {"a < \"", "b", "\""},
      {"a < \"", "b", ""},
  };
  for (const Shape& shape : kShapes) {
    const auto work = [&shape](int times) {
      return work_on(std::string(shape.begin) + repeated(shape.unit, times) +
                     std::string(shape.end));
    };
    const std::size_t once = work(1000);
    EXPECT_LE(work(4000), 4 * once + 1000) << shape.begin << shape.unit;
  }
}

TEST(Grammar, TriesBoundedlyManyRulesForNestedParentheses) {
  const auto work = [](int depth) {
    return work_on(repeated("(", depth) + "a < b" + repeated(")", depth));
  };
  EXPECT_LE(work(80), 2 * work(40));
  const auto sum_work = [](int depth) {
    return work_on(repeated("(", depth) + "a" + repeated(")", depth) + " < b");
  };
  EXPECT_LE(sum_work(80), 2 * sum_work(40));
}

}  // namespace
}  // namespace spl::parser
