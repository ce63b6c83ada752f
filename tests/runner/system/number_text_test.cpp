#include "runner/system/number_text.hpp"

#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Wording, WritesTimesAsPeopleDo) {
  const std::pair<double, const char*> kCases[] = {
      {0, "0 s"},           {0.4e-9, "0.4 ns"},
      {20e-9, "20 ns"},     {999.4e-9, "999 ns"},
      {999.6e-9, "1 us"},   {2.5e-3, "2.5 ms"},
      {0.125, "125 ms"},    {0.9994, "999 ms"},
      {0.9996, "1 s"},      {4.935, "4.93 s"},
      {10, "10 s"},         {9.994, "9.99 s"},
      {9.996, "10 s"},      {20.4, "20 s"},
      {59.4, "59 s"},       {59.6, "1 min"},
      {60, "1 min"},        {61.4, "1 min 1 s"},
      {100, "1 min 40 s"},  {119.7, "2 min"},
      {1800, "30 min"},     {3599.4, "59 min 59 s"},
      {3599.6, "1 h"},      {4100, "1 h 8 min"},
      {7200, "2 h"},        {86'399, "1 d"},
      {100'000, "1 d 4 h"}, {8'640'000, "100 d"},
      {1e9, "32 years"},    {1e300, "more than 1000 years"},
  };
  for (const auto& [seconds, text] : kCases) {
    EXPECT_EQ(seconds_text(seconds), text) << seconds;
  }
  EXPECT_EQ(seconds_text(std::chrono::milliseconds(1500)), "1.5 s");
}

TEST(Wording, WritesCountsOfAnyMagnitudeWithoutExponents) {
  const std::pair<double, const char*> kCases[] = {
      {0.5, "0.5"},     {1.5e-7, "0.00000015"}, {7, "7"},
      {12345, "12345"}, {12345.6, "12346"},     {5e13, "50000000000000"},
  };
  for (const auto& [count, text] : kCases) {
    EXPECT_EQ(amount_text(count, logic::Dimension::kCount), text) << count;
  }
}

TEST(Wording, WritesNoPThatNoTestReaches) {
  EXPECT_EQ(p_text(0.00213), "p = 0.0021");
  EXPECT_EQ(p_text(1e-12), "p = 1e-12");
  EXPECT_EQ(p_text(0), "p < 1e-12");
}

TEST(Wording, WritesRatiosInFourDigits) {
  EXPECT_EQ(ratio_text(1.85249), "1.852");
  EXPECT_EQ(ratio_text(0.00123), "0.00123");
  EXPECT_EQ(ratio_text(1e-210), "0");
  EXPECT_EQ(ratio_text(1e211), "inf");
  EXPECT_EQ(ratio_text(-2), "-2");
}

TEST(Wording, WritesMeasuredAmountsWithoutExponents) {
  const std::pair<double, const char*> kCases[] = {
      {0, "0 ns"},          {12.345, "12.35 ns"},
      {-2500, "-2.5 us"},   {4.9354e9, "4.935 s"},
      {9999.4e9, "9999 s"}, {9999.6e9, "10000 s"},
      {12345e9, "12345 s"}, {-12345e9, "-12345 s"},
      {1e-3, "0.001 ns"},   {1.23456e-6, "0.000001235 ns"},
  };
  for (const auto& [nanoseconds, text] : kCases) {
    EXPECT_EQ(amount_text(nanoseconds, logic::Dimension::kTime), text)
        << nanoseconds;
  }
}

TEST(Wording, SaysWhatIsOutOfReach) {
  EXPECT_EQ(price_text("2 %", 30, 0), "2 % takes about 30 more blocks");
  EXPECT_EQ(price_text("2 %", 1, 0), "2 % takes about 1 more block");
  EXPECT_EQ(price_text("2 %", 9999, 0.01),
            "2 % takes about 9999 more blocks (1 min 40 s)");
  for (const double blocks :
       {1e4, 641415978325621374.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(price_text("2 %", blocks, 0.01),
              "2 % is out of reach (10 000 blocks or more)");
  }
}

using namespace std::chrono_literals;

TEST(TimeBefore, CrossesDaysAndYears) {
  EXPECT_EQ(time_before("2026-01-02T03:04:05Z", 5s), "2026-01-02T03:04:00Z");
  EXPECT_EQ(time_before("2026-01-01T00:30:00Z", 1h), "2025-12-31T23:30:00Z");
  EXPECT_EQ(time_before("2024-03-01T12:00:00Z", 24h), "2024-02-29T12:00:00Z");
}

}  // namespace

}  // namespace spl::runner
