// Benchmarks of Catch2 for spl-run.

#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace {

int middle(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  int number = 1;
  for (int& one : numbers) one = number = number * 7919 % 1009;
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

}  // namespace

TEST_CASE("sorting, of [few] numbers", "[!benchmark]") {
  BENCHMARK("10") { return middle(10); };
  BENCHMARK("1000") { return middle(1000); };
}

TEST_CASE("throws", "[!benchmark]") {
  BENCHMARK("an error") {
    if (middle(10) >= 0) throw std::runtime_error("no table");
    return 0;
  };
}

TEST_CASE("no benchmark") { REQUIRE(middle(3) >= 0); }
