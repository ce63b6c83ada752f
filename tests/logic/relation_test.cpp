#include "spl/logic/relation.hpp"

#include <gtest/gtest.h>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

LinearForm of(const std::string& method, double coefficient = 1) {
  Performance performance;
  performance.method = method;
  return LinearForm(performance).scaled(coefficient);
}

std::string rearranged(Relation one, Dimension dimension = Dimension::kTime) {
  make_terms_positive(one, dimension);
  return to_text(one.left, "") + " <= " + to_text(one.right, "") +
         (one.is_rearranged ? ", rearranged" : "");
}

TEST(LinearForm, IsWrittenAsInFormulas) {
  EXPECT_EQ(to_text(LinearForm(), ""), "0");
  EXPECT_EQ(to_text(LinearForm(-2.5), ""), "-2.5");
  EXPECT_EQ(to_text(of("a"), "ns"), "a");
  EXPECT_EQ(to_text(of("a", -1).plus(of("b", 1.5)).plus(LinearForm(-3)), "ns"),
            "-a + 1.5 * b - 3 ns");
}

TEST(MakeTermsPositive, LeavesWhatIsWrittenSo) {
  EXPECT_EQ(rearranged(relation(of("a"), of("b", 1.05))), "a <= 1.05 * b");
  EXPECT_EQ(rearranged(relation(of("a"), of("a"))), "a <= a");
}

TEST(MakeTermsPositive, LeavesNothingOnBothSides) {
  EXPECT_EQ(rearranged(relation(of("a").plus(of("b")), of("a", 1.5))),
            "b <= 0.5 * a, rearranged");
  EXPECT_EQ(
      rearranged(relation(of("a").plus(LinearForm(2)), of("a").plus(of("b")))),
      "2 <= b, rearranged");
}

TEST(MakeTermsPositive, AddsToOneSideWhatTheOtherSubtracts) {
  EXPECT_EQ(rearranged(relation(of("a").minus(of("b")), LinearForm(5))),
            "a <= b + 5, rearranged");
}

// A formula like `f <= 1.05 * f`, in which a revision was forgotten.
TEST(MakeTermsPositive, MakesAMultipleOfATimeAConstant) {
  Relation one = relation(of("a"), of("a", 1.5));
  make_terms_positive(one, Dimension::kTime);
  EXPECT_TRUE(one.theta.terms().empty());
  EXPECT_LT(one.theta.constant(), 0);
  EXPECT_EQ(one.identity, "both sides are multiples of a, which is above 0");
}

// The ratio would be 0, with limits of 0.
TEST(MakeTermsPositive, KnowsWhichSideHasMore) {
  Relation less = relation(of("a"), of("a", 1.5).plus(LinearForm(5)));
  make_terms_positive(less, Dimension::kTime);
  EXPECT_LT(less.theta.constant(), 0);
  EXPECT_EQ(less.identity,
            "the right side is the other plus times, which are above 0");
  Relation more = relation(of("a").plus(of("b")), of("a"));
  make_terms_positive(more, Dimension::kTime);
  EXPECT_TRUE(more.theta.terms().empty());
  EXPECT_GT(more.theta.constant(), 0);
  EXPECT_EQ(more.identity,
            "the left side is the other plus times, which are above 0");
}

TEST(MakeTermsPositive, MeasuresMultiplesOfCounts) {
  Relation one = relation(of("a"), of("a", 1.5));
  make_terms_positive(one, Dimension::kCount);
  EXPECT_EQ(one.theta.terms().size(), 1U);
  EXPECT_EQ(one.identity, "");
}

}  // namespace
}  // namespace spl::logic
