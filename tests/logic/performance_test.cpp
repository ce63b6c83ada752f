#include "spl/logic/performance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

TEST(Value, IsRoundedToFifteenDigits) {
  EXPECT_EQ(rounded(0.1 + 0.2), 0.3);
  EXPECT_EQ(rounded(1.05 - 1), 0.05);
  EXPECT_EQ(rounded(123456789012345678.0), 123456789012346000.0);
  EXPECT_EQ(rounded(0), 0);
  EXPECT_FALSE(std::signbit(rounded(-0.0)));
}

TEST(Value, IsWrittenAsFormulasWriteIt) {
  EXPECT_EQ(to_text(Value(10.0)), "10");
  EXPECT_EQ(to_text(Value(0.5)), "0.5");
  EXPECT_EQ(to_text(Value("a.xml")), "\"a.xml\"");
  EXPECT_EQ(to_text(Value("a\"b")), "'a\"b'");
}

TEST(Performance, IsWrittenAsFormulasWriteIt) {
  EXPECT_EQ(to_text(Performance{"f", "", "", "", {}}), "f");
  EXPECT_EQ(to_text(Performance{"f", "g", "h", "v1", {10.0, "x"}}),
            "f[g, h]@v1(10, \"x\")");
  EXPECT_EQ(to_text(Performance{"BM_Sort/10", "g", "", "", {}}),
            "\"BM_Sort/10\"[g]");
  EXPECT_EQ(to_text(Performance{"f", "", "h", "", {}}), "f[h]");
}

// No formula can write a line feed, and no name ends a line.
TEST(Performance, IsWrittenInALine) {
  EXPECT_EQ(to_text(Performance{"a\nb", "", "", "", {"c\n"}}),
            "\"a\u240ab\"(\"c\u240a\")");
}

TEST(Performance, ShowsTheArgumentsOfGeneratorAndFactory) {
  Performance one{"f", "g", "h", "v1", {}};
  set_arguments(one, {1.0, "x"}, {3.0});
  EXPECT_EQ(one.arguments, (std::vector<Value>{1.0, "x", 3.0}));
  EXPECT_EQ(to_text(one), "f[g(1, \"x\"), h(3)]@v1");
  EXPECT_EQ(split_arguments(one).of_generator, (std::vector<Value>{1.0, "x"}));
  EXPECT_EQ(split_arguments(one).of_factory, std::vector<Value>{3.0});
  EXPECT_EQ(to_text(without_arguments(one)), "f[g, h]@v1");
  set_arguments(one, {}, {3.0});
  EXPECT_EQ(to_text(one), "f[g(), h(3)]@v1");
}

TEST(Performance, SharesEqualArguments) {
  Performance one{"f", "g", "h", "", {}};
  set_arguments(one, {3.0}, {3.0});
  EXPECT_EQ(one, (Performance{"f", "g", "h", "", {3.0}}));
  EXPECT_EQ(split_arguments(one).of_factory, std::vector<Value>{3.0});
  EXPECT_EQ(to_text(one), "f[g, h](3)");
}

TEST(LinearForm, MergesEqualPerformances) {
  const LinearForm a(kA);
  EXPECT_EQ(a.plus(a), a.scaled(2));
  EXPECT_EQ(a.minus(a), LinearForm());
  EXPECT_EQ(a.scaled(1.05).minus(a), a.scaled(0.05));
}

TEST(LinearForm, KeepsItsTermsInOrder) {
  const LinearForm one = LinearForm(kB).plus(LinearForm(kA));
  const LinearForm other = LinearForm(kA).plus(LinearForm(kB));
  EXPECT_EQ(one, other);
  ASSERT_EQ(one.terms().size(), 2U);
  EXPECT_EQ(one.terms()[0].performance, kA);
}

TEST(LinearForm, HasNoTermsOfCoefficientZero) {
  EXPECT_TRUE(LinearForm(kA).scaled(0).terms().empty());
  EXPECT_EQ(LinearForm(6).divided(3), LinearForm(2));
}

}  // namespace
}  // namespace spl::logic
