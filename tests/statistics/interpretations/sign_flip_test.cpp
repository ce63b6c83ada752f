#include "spl/statistics/interpretations/sign_flip.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "spl/statistics/random_stream.hpp"

namespace spl::statistics {
namespace {

// Counted by hand: of the eight sums of 4, 2 and 1 (scores 64, 32 and 16) two
// are at least 4 + 2, and seven at least 1.
TEST(SignFlips, CountAllSigns) {
  const SignFlips found = sign_flips(std::vector<double>{4, 2, -1}, 0);
  EXPECT_DOUBLE_EQ(found.p_greater, 2.0 / 8);
  EXPECT_DOUBLE_EQ(found.p_less, 7.0 / 8);
}

// Wilcoxon's signed ranks of 10: of 1024 subsets five, {}, {1}, {2}, {3} and
// {1, 2}, leave out 3 at most of 55.
TEST(SignFlips, HaveTheTailOfSignedRanks) {
  const std::vector<unsigned> ranks = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_DOUBLE_EQ(exact_flip_tail(ranks, 52), 5.0 / 1024);
  EXPECT_DOUBLE_EQ(exact_flip_tail(ranks, 55), 1.0 / 1024);
  EXPECT_DOUBLE_EQ(exact_flip_tail(ranks, 56), 0);
  EXPECT_DOUBLE_EQ(exact_flip_tail(ranks, 0), 1);
}

// Equal scores are a binomial number: of 2^12 signs one has all heads.
TEST(SignFlips, OfOneSignHaveTheLeastProbability) {
  const SignFlips found = sign_flips(std::vector<double>(12, 0.25), 0);
  EXPECT_DOUBLE_EQ(found.p_greater, 1.0 / 4096);
  EXPECT_DOUBLE_EQ(found.p_less, 1);
}

TEST(SignFlips, DropWhatIsNotBeyondRounding) {
  const std::vector<double> contrasts = {1e-15, 1e-15, 8, -8};
  const SignFlips found = sign_flips(contrasts, 1e-14);
  EXPECT_DOUBLE_EQ(found.p_greater, 3.0 / 4);
  EXPECT_DOUBLE_EQ(sign_flips(contrasts, 10).p_greater, 1);
}

TEST(SignFlips, OfFewerThanEightEventsAreNone) {
  std::vector<double> contrasts(100, 0.0);
  for (std::size_t i = 0; i < 7; ++i) contrasts[i] = 5;
  EXPECT_EQ(clipped_at_eighth(contrasts), std::vector<double>(100, 0.0));
  contrasts[7] = -2;
  const std::vector<double> clipped = clipped_at_eighth(contrasts);
  EXPECT_EQ(clipped[0], 2);
  EXPECT_EQ(clipped[7], -2);
  EXPECT_EQ(clipped[8], 0);
}

// What many coins come to is known exactly, if one waits.
TEST(SignFlips, AreApproximatedWhereThereAreMany) {
  RandomStream random(1, 1);
  for (const unsigned largest : {1U, 3U, 20U, 64U}) {
    std::vector<unsigned> scores;
    double total = 0;
    double squares = 0;
    for (int i = 0; i < 1100; ++i) {
      const auto score = static_cast<unsigned>(1 + random.below(largest));
      scores.push_back(score);
      total += score;
      squares += score * score;
    }
    for (const double z : {-1.0, 0.1, 0.5, 1.0, 2.0, 3.0, 4.0, 4.7}) {
      const auto seen = static_cast<std::uint64_t>(
          std::llround(total / 2 + z * std::sqrt(squares) / 2));
      const double exact = exact_flip_tail(scores, seen);
      EXPECT_NEAR(approximate_flip_tail(scores, seen) / exact, 1, 0.02)
          << largest << " at " << z << ": " << exact;
    }
  }
}

// Equal scores and one other make a lattice that is hardly one.
TEST(SignFlips, AreApproximatedNearlyOnALattice) {
  std::vector<unsigned> scores(1999, 64);
  scores.push_back(1);
  for (const std::uint64_t heads : {1070U, 1090U, 1106U}) {
    const double exact = exact_flip_tail(scores, heads * 64);
    EXPECT_NEAR(approximate_flip_tail(scores, heads * 64) / exact, 1, 0.15)
        << exact;
  }
}

}  // namespace
}  // namespace spl::statistics
