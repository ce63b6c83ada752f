#include "spl/logic/verdict.hpp"

#include <gtest/gtest.h>

namespace spl::logic {
namespace {

// The table of docs/language.md: what each finding says of each relation.
TEST(Verdict, FollowsTheTableOfTheLanguage) {
  struct Row {
    Sign sign;
    std::string_view less;
    std::string_view indistinct;
    std::string_view greater;
  };
  const Row rows[] = {
      {Sign::kLessEqual, "proven", "not refuted", "refuted"},
      {Sign::kGreaterEqual, "refuted", "not refuted", "proven"},
      {Sign::kEqual, "refuted", "not refuted", "refuted"},
      {Sign::kLess, "proven", "not proven", "refuted"},
      {Sign::kGreater, "refuted", "not proven", "proven"},
      {Sign::kNotEqual, "proven", "not proven", "proven"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(to_text(row.sign));
    EXPECT_EQ(to_text(strength(row.sign, Finding::kLess)), row.less);
    EXPECT_EQ(to_text(strength(row.sign, Finding::kIndistinct)),
              row.indistinct);
    EXPECT_EQ(to_text(strength(row.sign, Finding::kGreater)), row.greater);
    EXPECT_EQ(to_text(strength(row.sign, Finding::kUnknown)), "undecided");
  }
}

TEST(Verdict, HoldsWhenProvenOrNotRefuted) {
  EXPECT_EQ(verdict(Strength::kProven), Verdict::kHolds);
  EXPECT_EQ(verdict(Strength::kNotRefuted), Verdict::kHolds);
  EXPECT_EQ(verdict(Strength::kNotProven), Verdict::kViolated);
  EXPECT_EQ(verdict(Strength::kRefuted), Verdict::kViolated);
  EXPECT_EQ(verdict(Strength::kUndecided), Verdict::kUndecided);
}

Claim relation(std::size_t number) {
  return {Claim::Kind::kRelation, number, {}};
}

// Kleene's tables, with T, F, U and E for what failed.
TEST(Verdict, FollowsKleene) {
  struct Row {
    Verdict one;
    Verdict other;
    Verdict conjunction;
    Verdict disjunction;
  };
  constexpr auto kT = Verdict::kHolds;
  constexpr auto kF = Verdict::kViolated;
  constexpr auto kU = Verdict::kUndecided;
  constexpr auto kE = Verdict::kError;
  const Row rows[] = {
      {kT, kT, kT, kT}, {kT, kF, kF, kT}, {kT, kU, kU, kT}, {kT, kE, kE, kT},
      {kF, kF, kF, kF}, {kF, kU, kF, kU}, {kF, kE, kF, kE}, {kU, kU, kU, kU},
      {kU, kE, kE, kE}, {kE, kE, kE, kE},
  };
  const Claim both{Claim::Kind::kAnd, 0, {relation(0), relation(1)}};
  const Claim either{Claim::Kind::kOr, 0, {relation(0), relation(1)}};
  for (const Row& row : rows) {
    for (const bool swapped : {false, true}) {
      const Verdict verdicts[] = {swapped ? row.other : row.one,
                                  swapped ? row.one : row.other};
      EXPECT_EQ(evaluate(both, verdicts), row.conjunction);
      EXPECT_EQ(evaluate(either, verdicts), row.disjunction);
    }
  }
}

}  // namespace
}  // namespace spl::logic
