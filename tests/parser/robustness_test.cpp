#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "tests/parser/formula_generator.hpp"
#include "tests/parser/formula_text.hpp"

// Texts that nobody writes, but files may hold: none may crash the parser,
// overflow the stack, or take more than time in proportion to its size.
namespace spl::parser {
namespace {

// Parses as both kinds and makes all reports; checks what holds of any text.
void read(const std::string& text) {
  const Source source("f", text);
  for (const TextKind kind : {TextKind::kFile, TextKind::kSingle}) {
    const ParsedText parsed = parse(source.text(), kind);
    std::size_t last = 0;
    for (const logic::Problem& problem : parsed.problems) {
      EXPECT_LE(last, problem.span.begin);
      EXPECT_LE(problem.span.begin, problem.span.end);
      EXPECT_LE(problem.span.end, text.size());
      EXPECT_EQ(problem.message.find("{found}"), std::string::npos);
      EXPECT_EQ(problem.message.find("{before}"), std::string::npos);
      EXPECT_FALSE(to_text(source.diagnose(problem)).empty());
      last = problem.span.begin;
    }
    (void)to_text(parsed.document);
  }
}

TEST(Robustness, SurvivesGarbageBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 200, '\0');
    for (char& c : text) c = static_cast<char>(random());
    read(text);
  }
}

TEST(Robustness, SurvivesSoupOfWords) {
  constexpr std::string_view kWords[] = {
      "a",       "b",  "for", "exists", "in",   "and",  "or",  "not",
      "implies", "=>", "->",  "within", "step", "THIS", "set", "5",
      "us",      "%",  "\"",  "'x'",    "(",    ")",    "[",   "]",
      "{",       "}",  ",",   ":",      "::",   ".",    "..",  "@",
      "@v1",     "-",  "+",   "*",      "/",    "<",    "<=",  "=",
      "==",      "!=", "!",   ";",      "\n",   "\n  ", "#",   "\xC2\xB5",
      " ",       " ",  " "};
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto n = random() % 30; n > 0; --n) {
      text += kWords[random() % std::size(kWords)];
    }
    read(text);
  }
}

TEST(Robustness, SurvivesDamagedFormulas) {
  FormulaGenerator generator(3);
  for (int i = 0; i < 2000; ++i) {
    std::string text = to_text(generator.statement(3));
    for (int n = 1 + generator.below(3); n > 0 && !text.empty(); --n) {
      const auto place = static_cast<std::size_t>(
          generator.below(static_cast<int>(text.size())));
      switch (generator.below(3)) {
        case 0:
          text.erase(place, 1);
          break;
        case 1:
          text.insert(place, 1, static_cast<char>(generator.below(256)));
          break;
        default:
          text.erase(place);
      }
    }
    read(text);
  }
}

std::string repeated(std::string_view unit, std::size_t size) {
  std::string text;
  while (text.size() < size) text += unit;
  return text;
}

TEST(Robustness, ReadsLongTextsOfOneKind) {
  constexpr std::string_view kUnits[] = {
      "(",         "-",           "a",        "a(",          "not ",
      "for i in ", "a < b\n",     "a b\n",    "a b;",        "(\n",
      "(;",        "\"",          "'\n",      "\";'",        "#",
      "a = b\n",   ";",           "a, ",      "a < b and ",  "a <= ",
      "a = ",      "{",           "[",        "@",           "a@v1-",
      "1",         "1e",          "1.",       "a.",          "\xE2\x89\xA4",
      "\xFF",      "set a = b\n", "set a = ", "set a = ' ",  "// a\n",
      "=",         "a::",         "x: ",      "a < b => ",   "a < (b + ",
      "\n",        " ",           "a # \n",   "a = b # c\n "};
  for (const std::string_view unit : kUnits) {
    const std::string text = repeated(unit, 16'000);
    for (const TextKind kind : {TextKind::kFile, TextKind::kSingle}) {
      (void)parse(text, kind);
      (void)parse("a < b; S = {" + text, kind);
      (void)parse("for i in " + text, kind);
    }
  }
}

TEST(Robustness, ReadsMegabytes) {
  constexpr std::size_t kSize = 1 << 20;
  const ParsedText sum =
      parse("a < b" + repeated(" + b", kSize), TextKind::kFile);
  EXPECT_TRUE(sum.problems.empty());
  const ParsedText chain =
      parse("a" + repeated(" = b", kSize), TextKind::kFile);
  EXPECT_TRUE(chain.problems.empty());
  const ParsedText open = parse(repeated("(", kSize), TextKind::kFile);
  EXPECT_EQ(open.problems.size(), 1U);
  const ParsedText lines =
      parse(repeated("a(1) < 2 * b(1)\n", kSize), TextKind::kFile);
  EXPECT_TRUE(lines.problems.empty());
  EXPECT_EQ(lines.document.statements.size(), kSize / 16);
}

}  // namespace
}  // namespace spl::parser
