// How the time of a function grows with its input: the ratio of two sizes is
// the same on fast and slow machines, where a limit in milliseconds is not.

#include <algorithm>
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <vector>

namespace {

std::vector<int> numbers(spl::Random& random, int count) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) result.push_back(random(0, count));
  return result;
}

/// Sorts and removes duplicates: n log n.
std::size_t distinct(std::vector<int> all) {
  std::sort(all.begin(), all.end());
  return static_cast<std::size_t>(
      std::distance(all.begin(), std::unique(all.begin(), all.end())));
}

/// The same by looking each number up among those before: n squared.
std::size_t distinct_by_search(const std::vector<int>& all) {
  std::size_t result = 0;
  for (auto one = all.begin(); one != all.end(); ++one) {
    if (std::find(all.begin(), one, *one) == one) ++result;
  }
  return result;
}

}  // namespace

SPL_WORKLOAD(sorted, (int count), spl::values(250, 1000, 4000)) {
  const std::vector<int> all = numbers(spl.random(), count);
  while (spl.needs_more()) spl::keep(distinct(all));
}

SPL_WORKLOAD(searched, (int count), spl::values(250, 1000)) {
  const std::vector<int> all = numbers(spl.random(), count);
  while (spl.needs_more()) spl::keep(distinct_by_search(all));
}

// Four times the input of n log n code takes 4 * log(4n) / log(n) times as
// long, which is below 5; caches and branches add a little.
TEST(Distinct, GrowsLittleFasterThanItsInput) {
  SPL_EXPECT("for n in 250, 1000: sorted(4 * n) <= 7 * sorted(n)");
}

TEST(Distinct, BySearchGrowsFasterThanItsInput) {
  SPL_EXPECT("searched(1000) > 4 * searched(250)");
}

TEST(Distinct, IsFasterBySorting) {
  SPL_EXPECT("sorted(1000) < searched(1000)");
}
