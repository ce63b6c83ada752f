#include "parser/print.hpp"

#include <gtest/gtest.h>

#include <random>

#include "parser/parser.hpp"
#include "tests/parser/dump.hpp"
#include "tests/parser/formula_generator.hpp"
#include "tests/parser/formula_text.hpp"

namespace spl::parser {
namespace {

TEST(Print, WritesFormulasPlainly) {
  struct Row {
    std::string_view text;
    std::string_view printed;
  };
  const Row kRows[] = {
      {"a(i)<=1.10*b(i)", "a(i) <= 1.1 * b(i)"},
      {"((a+b))*((c)) < -(d*e)", "(a + b) * c < -(d * e)"},
      {"a-(b-c) < a - b - c", "a - (b - c) < a - b - c"},
      {"a/(b*c) < (a/b)*c", "a / (b * c) < (a / b) * c"},
      {"a - -b < --c", "a - -b < --c"},
      {"a<5us", "a < 5 us"},
      {"a < b + 5 %", "a < b + 5%"},
      {"a@v1[f,'g h'](1,\"x\") < 'm n'()",
       "a[f, \"g h\"]@v1(1, \"x\") < \"m n\"()"},
      {"a@v1 - 1 < b", "a@v1 - 1 < b"},
      {"((a<b)) && (c<d || !(e<f))", "a < b and (c < d or not e < f)"},
      {"(a<b and c<d) or e<f", "a < b and c < d or e < f"},
      {"(a<b => c<d) => e<f -> g<h", "(a < b => c < d) => e < f => g < h"},
      {"not (a<b and c<d)", "not (a < b and c < d)"},
      {"(for i in S: a<b) and c<d", "(for i in S: a < b) and c < d"},
      {"a<b and (for i in S: c<d)", "a < b and for i in S: c < d"},
      {"(a<b and (for i in S: c<d)) or e<f",
       "(a < b and for i in S: c < d) or e < f"},
      {"(a<b and (c<d or for i in S: c<d)) or e<f",
       "a < b and (c < d or for i in S: c < d) or e < f"},
      {"for i in 1..9 step 2,j in {1,2},(k,l) in (1,2) a<b",
       "for i in 1..9 step 2, j in {1, 2}, (k, l) in (1, 2): a < b"},
      {"x=y within 5%", "x = y within 5%"},
      {"x == y + z", "x = y + z"},
      {"mean( a(i) )<mean(b)", "mean(a(i)) < mean(b)"},
      {"typical(a@v1(i))<2*median(b[f](i))",
       "typical(a@v1(i)) < 2 * median(b[f](i))"},
      {"p99(a(i)) <= 2ms", "p99(a(i)) <= 2 ms"},
      {"quantile(a(i),0.5)<b or quantile(a(i),99.9%)<b",
       "quantile(a(i), 0.5) < b or quantile(a(i), 99.9%) < b"},
      {"a < 1000000", "a < 1000000"},
      {"a < 0.0000001", "a < 1e-07"},
      {"a < 1e300", "a < 1e+300"},
      {"a < 0.1", "a < 0.1"},
  };
  for (const Row& row : kRows) {
    const ParsedText parsed = parse(row.text, TextKind::kSingle);
    ASSERT_EQ(parsed.document.statements.size(), 1U) << row.text;
    const auto& statement = std::get<logic::LabelledFormula>(
        parsed.document.statements.front().node);
    EXPECT_EQ(to_text(statement.formula), row.printed) << row.text;
  }
}

TEST(Print, WritesDocumentsByLines) {
  const std::string_view text =
      "S={1,2..3}; m = 'x'\nset alpha=0.1\nset launcher = 'a; b'\n"
      "l: a(i) < b(i)\na == b; - a < b\nx = -5 us";
  EXPECT_EQ(to_text(parse(text, TextKind::kFile).document),
            "S = {1, 2..3}\nm = \"x\"\nset alpha = 0.1\n"
            "set launcher = \"a; b\"\nl: a(i) < b(i)\na == b;\n-a < b\n"
            "x = -5 us\n");
}

void expect_round_trip(const std::string& text, const std::string& tree) {
  const ParsedText parsed = parse(text, TextKind::kFile);
  ASSERT_TRUE(parsed.problems.empty()) << text << '\n'
                                       << parsed.problems.front().message;
  ASSERT_EQ(dump(parsed.document), tree) << text;
}

TEST(Print, IsReadAsTheSameFormula) {
  constexpr unsigned kSeed = 20260;
  FormulaGenerator generator(kSeed);
  for (int i = 0; i < 10'000; ++i) {
    const logic::Formula formula = generator.formula(generator.below(5));
    ASSERT_NO_FATAL_FAILURE(expect_round_trip(
        "x: " + to_text(formula), "(label x " + dump(formula) + ')'));
  }
}

TEST(Print, IsReadAsTheSameDocument) {
  constexpr unsigned kSeed = 20261;
  FormulaGenerator generator(kSeed);
  for (int i = 0; i < 1000; ++i) {
    logic::Document document;
    for (int n = generator.below(6); n >= 0; --n) {
      document.statements.push_back(generator.statement(2));
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_round_trip(to_text(document), dump(document)));
  }
}

TEST(Print, IsReadAsTheSameNumber) {
  std::mt19937_64 random(20262);
  for (int i = 0; i < 5000; ++i) {
    const double value = std::ldexp(static_cast<double>(random()),
                                    static_cast<int>(random() % 1900) - 1000);
    const logic::Sum number{logic::Number{value, logic::Unit::kNone}, {}};
    EXPECT_EQ(std::stod(to_text(number)), value);
  }
}

}  // namespace
}  // namespace spl::parser
