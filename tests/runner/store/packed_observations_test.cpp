#include "runner/store/packed_observations.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <limits>

namespace spl::runner {
namespace {

std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> result;
  for (const double one : numbers) {
    result.push_back(std::bit_cast<std::uint64_t>(one));
  }
  return result;
}

/// The size of the observations when packed; fails unless they come back.
std::size_t packed_size(const std::vector<double>& numbers,
                        std::uint64_t iterations) {
  const std::string bytes = packed(numbers, iterations);
  EXPECT_EQ(bits(unpacked(bytes)), bits(numbers));
  return bytes.size();
}

TEST(PackedObservations, AreTicksOfAClockOverTheIterations) {
  // 10 us, in nanoseconds, of 300 iterations.
  std::vector<double> times;
  for (const int ticks : {10'000, 10'060, 9'941, 10'020, 30'000}) {
    times.push_back(ticks / 300.0);
  }
  // The kind, 300 in two bytes, 10 000 in three, three small differences, and
  // one of three bytes.
  EXPECT_EQ(packed_size(times, 300), 1U + 2 + 3 + 1 + 2 + 2 + 3);
}

TEST(PackedObservations, MayHavePartsOfATick) {
  // Half a nanosecond is the cost of the clock.
  EXPECT_EQ(packed_size({10.5 / 3, 11.5 / 3}, 3), 4U);
}

TEST(PackedObservations, AreDoublesIfTheyAreNoTicks) {
  EXPECT_EQ(packed_size({std::sqrt(2), 1e300}, 3), 17U);
  EXPECT_EQ(packed_size({1.0}, 0), 9U);
}

TEST(PackedObservations, KeepEveryDouble) {
  using Limits = std::numeric_limits<double>;
  packed_size({}, 1);
  packed_size({-0.0, 0.0}, 1);
  packed_size({-1, 1, -1000000, 9007199254740991.0}, 1);
  packed_size({Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()},
              7);
  packed_size({Limits::denorm_min(), Limits::max(), Limits::lowest()}, 1);
  packed_size({1, 2}, std::numeric_limits<std::uint64_t>::max());
}

TEST(PackedObservations, RefuseBytesThatTheyDoNotMake) {
  const std::string foreign[] = {"",
                                 std::string("\x02", 1),
                                 std::string("\x00\x01", 2),
                                 std::string("\x01", 1),
                                 std::string("\x01\x00", 2),
                                 std::string("\x01\x80", 2),
                                 std::string("\x01\x01\xff", 3),
                                 '\x01' + std::string(11, '\xff')};
  for (const std::string& bytes : foreign) {
    EXPECT_THROW((void)unpacked(bytes), std::runtime_error);
  }
  // Sums that no double counts are no reason to end.
  EXPECT_EQ(unpacked("\x01\x01" + std::string(9, '\xff') + '\x01' +
                     std::string(9, '\xff') + '\x01')
                .size(),
            2U);
}

}  // namespace
}  // namespace spl::runner
