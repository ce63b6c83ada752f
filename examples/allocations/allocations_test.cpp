// How often code allocates, and how much. Counts are the same in every run and
// on every machine, so two runs decide, and an unoptimised build will do.

#include <cstddef>
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

/// Makes words of a length. std::string keeps the text of short ones inside.
Words copies(int count, std::size_t length) {
  Words result;
  result.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result.emplace_back(length, 'x');
  return result;
}

}  // namespace

SPL_WORKLOAD(short_words, (int count), spl::values(10, 1000)) {
  while (spl.needs_more()) spl::keep(copies(count, 8));
}

SPL_WORKLOAD(long_words, (int count), spl::values(10, 1000)) {
  while (spl.needs_more()) spl::keep(copies(count, 80));
}

TEST(Words, OfAnyNumberTakeOneAllocation) {
  SPL_EXPECT("short_words(1000) = short_words(10)",
             spl::setting("metric", "allocations"));
}

TEST(Words, ThatAreLongTakeOneAllocationMoreEach) {
  SPL_EXPECT("for n in 10, 1000: long_words(n) = short_words(n) + n",
             spl::setting("metric", "allocations"));
}

TEST(Words, ThatAreLongTakeThriceTheMemory) {
  SPL_EXPECT("long_words(1000) <= 4 * short_words(1000)",
             spl::setting("metric", "allocated-bytes"));
}
