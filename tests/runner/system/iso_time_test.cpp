#include "runner/system/iso_time.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using namespace std::chrono_literals;

TEST(TimeBefore, CrossesDaysAndYears) {
  EXPECT_EQ(time_before("2026-01-02T03:04:05Z", 5s), "2026-01-02T03:04:00Z");
  EXPECT_EQ(time_before("2026-01-01T00:30:00Z", 1h), "2025-12-31T23:30:00Z");
  EXPECT_EQ(time_before("2024-03-01T12:00:00Z", 24h), "2024-02-29T12:00:00Z");
}

}  // namespace
}  // namespace spl::runner
