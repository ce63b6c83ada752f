#include "spl/statistics/shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace spl::statistics {
namespace {

using Shares = std::vector<std::pair<std::size_t, std::size_t>>;

Shares shares(std::size_t count, unsigned threads) {
  std::mutex mutex;
  Shares result;
  in_shares(count, threads, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    result.emplace_back(begin, end);
  });
  std::ranges::sort(result);
  return result;
}

TEST(Shares, AreAlikeAndConsecutive) {
  EXPECT_EQ(shares(10, 4), (Shares{{0, 2}, {2, 5}, {5, 7}, {7, 10}}));
}

TEST(Shares, AreEmptyIfThereIsLessWorkThanThreads) {
  EXPECT_EQ(shares(1, 3), (Shares{{0, 0}, {0, 0}, {0, 1}}));
}

TEST(Shares, AreOneForOneThread) { EXPECT_EQ(shares(5, 1), (Shares{{0, 5}})); }

TEST(Shares, CoverAllForEachNumberOfProcessors) {
  const Shares all = shares(1000, 0);
  EXPECT_EQ(all.front().first, 0U);
  EXPECT_EQ(all.back().second, 1000U);
}

}  // namespace
}  // namespace spl::statistics
