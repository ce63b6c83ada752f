#include "runner/reports/quotient_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace spl::runner {
namespace {

constexpr auto kTime = logic::Dimension::kTime;

struct Row {
  MeasuredQuotient quotient;
  const char* words;
  const char* range;
  double limit = 1;
  Ends ends = Ends::kBoth;
  Compared what = Compared::kTime;
};

TEST(QuotientText, IsAboutTheLeftSide) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Row rows[] = {
      {{1.387, 1.37, 1.41}, "39% longer than", "37..41%"},
      {{0.9695, 0.95, 0.99}, "3% shorter than", "1..5%"},
      {{3.703, 3.6, 3.8}, "3.7 times as long as", "3.6..3.8"},
      {{1 / 3.1, 1 / 3.3, 1 / 2.9}, "3.1 times as fast as", "2.9..3.3"},
      {{1.0529, 1.0445, 1.0608}, "5.3% longer than", "4.4..6.1%"},
      {{117, 110, 137}, "117 times as long as", "110..137"},
      {{1.003, 0.98, 1.024}, "about as long as", "2% shorter..3% longer"},
      {{1.003, 0.98, 1.024},
       "about as long as",
       "at most 3% longer",
       1,
       Ends::kUpper},
      {{1.003, 0.98, 1.024},
       "about as long as",
       "at most 2% shorter",
       1,
       Ends::kLower},
      {{1, 1, 1}, "as long as", ""},
      {{7.722, 7.722, 7.722},
       "7.72 times as many as",
       "",
       1,
       Ends::kBoth,
       Compared::kCount},
      {{0.3, 0.28, 0.32},
       "70% fewer than",
       "68..72%",
       1,
       Ends::kBoth,
       Compared::kCount},
      {{1.3, 1.2, infinity},
       "30% larger than",
       "at least 20%",
       1,
       Ends::kBoth,
       Compared::kSize},
      {{1.3, 1.2, 1.4},
       "30% higher than",
       "20..40%",
       1,
       Ends::kBoth,
       Compared::kRate}};
  for (const Row& row : rows) {
    const QuotientText text =
        quotient_text(row.quotient, row.what, row.ends, row.limit);
    EXPECT_EQ(text.words, row.words);
    EXPECT_EQ(text.range, row.range) << row.words;
  }
}

// Else a reader would see that 10 % are allowed and reached.
TEST(QuotientText, HasMoreDigitsWhereRoundingWouldTouchALimit) {
  EXPECT_EQ(
      quotient_text({1.12, 1.1004, 1.14}, Compared::kTime, Ends::kBoth, 1.1)
          .range,
      "10.04..14%");
  EXPECT_EQ(quotient_text({1.006, 1.00009, 2.763}, Compared::kTime).range,
            "over 0..177%");
}

TEST(QuotientText, SaysWhatIsPossible) {
  EXPECT_EQ(end_of_range(1.37, Compared::kTime), "37% longer");
  EXPECT_EQ(end_of_range(3.2, Compared::kTime), "3.2 times as long");
  EXPECT_EQ(end_of_range(0.8, Compared::kTime), "20% shorter");
  EXPECT_EQ(end_of_range(0.002, Compared::kTime), "500 times as fast");
  EXPECT_EQ(end_of_range(0.002, Compared::kCount), "100% fewer");
  EXPECT_EQ(end_of_range(4.1128980e7, Compared::kTime),
            "41.2 million times as long");
  EXPECT_EQ(end_of_range(1 / 4.1128980e7, Compared::kTime),
            "41.2 million times as fast");
  EXPECT_EQ(end_of_range(123.4, Compared::kTime), "124 times as long");
}

TEST(QuotientText, SaysWhatIsAllowed) {
  using Unit = QuotientText::Unit;
  EXPECT_EQ(limit_text(1.1, Compared::kTime, Unit::kMore), "10% longer");
  EXPECT_EQ(limit_text(5, Compared::kTime, Unit::kTimes), "5 times");
  EXPECT_EQ(limit_text(1.2, Compared::kTime, Unit::kTimes), "1.2 times");
  EXPECT_EQ(limit_text(5, Compared::kTime, Unit::kMore), "5 times as long");
  EXPECT_EQ(limit_text(0.9, Compared::kTime, Unit::kLess), "10% shorter");
  EXPECT_EQ(limit_text(0.5, Compared::kTime, Unit::kNone), "2 times as fast");
  EXPECT_EQ(limit_text(0.25, Compared::kCount, Unit::kNone), "75% fewer");
}

TEST(QuotientText, HasNoMoreThanThreeDigitsOfAnyMagnitude) {
  const auto words = [](double quotient) {
    return quotient_text({quotient, quotient * 0.999, quotient * 1.001},
                         Compared::kTime)
        .words;
  };
  EXPECT_EQ(words(1234), "1230 times as long as");
  EXPECT_EQ(words(12'345), "12 300 times as long as");
  EXPECT_EQ(words(123'456), "123 000 times as long as");
  EXPECT_EQ(words(1.2345e6), "1.23 million times as long as");
  EXPECT_EQ(words(1 / 1.2345e8), "123 million times as fast as");
  EXPECT_EQ(words(9.9999e8), "1 billion times as long as");
  EXPECT_EQ(words(1.2345e15), "1230000 billion times as long as");
  EXPECT_EQ(quotient_text({1.2e8, 1.1e8, 1.3e8}, Compared::kTime).range,
            "110 million..130 million");
  EXPECT_EQ(limit_text(5e7, Compared::kTime, QuotientText::Unit::kTimes),
            "50 million times");
  EXPECT_EQ(limit_text(2e-8, Compared::kTime, QuotientText::Unit::kNone),
            "50 million times as fast");
  EXPECT_EQ(limit_text(1234.5, Compared::kTime, QuotientText::Unit::kTimes),
            "1234 times");
  for (int exponent = 1; exponent < 15; ++exponent) {
    const double left = 7.314931 * std::pow(10, exponent);
    const QuotientText text =
        quotient_text({left / 8, left / 8.1, left / 7.9}, Compared::kTime);
    const PairOfDigits digits = digits_for(left, 8, kTime, text);
    EXPECT_LE(digits.left + digits.right, 7) << text.words;
  }
}

// Else both sides would take seven digits to show it.
TEST(QuotientText, HasNoPartsOfAHundredthOfAPercent) {
  const auto text = [](double quotient, double half) {
    const QuotientText found = quotient_text(
        {quotient, quotient - half, quotient + half}, Compared::kTime);
    return found.words + " (" + found.range + ')';
  };
  EXPECT_EQ(text(1.0002, 1e-6), "0.02% longer than (0.01..0.03%)");
  EXPECT_EQ(text(1.00002, 1e-6), "under 0.01% longer than (0.001..0.01%)");
  EXPECT_EQ(text(0.99998, 1e-6), "under 0.01% shorter than (0.001..0.01%)");
}

TEST(QuotientText, PrintsAmountsInThreeDigits) {
  EXPECT_EQ(digits_of(70, kTime, 3), "70.0 ns");
  EXPECT_EQ(digits_of(999.7, kTime, 3), "1.00 us");
  EXPECT_EQ(digits_of(14934, kTime, 3), "14.9 us");
  EXPECT_EQ(digits_of(0, kTime, 3), "0 ns");
  EXPECT_EQ(digits_of(1234567, logic::Dimension::kCount, 3), "1234567");
  EXPECT_EQ(digits_of(0.1234, logic::Dimension::kCount, 3), "0.123");
  EXPECT_EQ(range_of(4210, 4101, 4328, kTime, 5000), "4.10..4.33");
}

// Two runs at a level of 1e-9.
TEST(QuotientText, HasNoEndThatTellsNothing) {
  EXPECT_EQ(range_of(40, 0, 9e19, kTime, 50), "");
  EXPECT_EQ(range_of(40, 20, 9e19, kTime, 50), "at least 20.0 ns");
  const auto open = [](double estimate) {
    const QuotientText text =
        quotient_text({estimate, 0, 9e19}, Compared::kTime);
    return text.words + text.range;
  };
  EXPECT_EQ(open(0.5), "perhaps 2.0 times as fast as");
  EXPECT_EQ(open(0.9), "perhaps 10% shorter than");
  EXPECT_EQ(open(0.96), "about as long as");
  EXPECT_EQ(open(1.06), "perhaps 6% longer than");
  EXPECT_EQ(open(1.1), "perhaps 10% longer than");
  EXPECT_EQ(open(3), "perhaps 3.0 times as long as");
  EXPECT_EQ(quotient_text({4, 1.5, 9e19}, Compared::kTime).range,
            "at least 1.5");
}

// Whoever divides what is printed gets the quotient that is printed.
TEST(QuotientText, IsTheQuotientOfWhatIsPrinted) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(0, 8);
  std::normal_distribution<double> logarithm(0, 1);
  std::uniform_real_distribution<double> width(0.002, 0.3);
  for (int i = 0; i < 20000; ++i) {
    const double right = std::pow(10, exponent(random));
    const double quotient = std::exp(logarithm(random));
    const double half = width(random);
    const QuotientText text =
        quotient_text({quotient, quotient * (1 - half), quotient * (1 + half)},
                      Compared::kTime);
    const PairOfDigits digits =
        digits_for(right * quotient, right, kTime, text);
    const double divided =
        rounded_amount(right * quotient, kTime, digits.left) /
        rounded_amount(right, kTime, digits.right);
    ASSERT_TRUE(text.is_of(divided)) << text.words << ' ' << divided;
    EXPECT_LE(digits.left + digits.right, 12) << text.words;
  }
}

}  // namespace
}  // namespace spl::runner
