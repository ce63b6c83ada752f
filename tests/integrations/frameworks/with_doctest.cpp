#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <chrono>
#include <spl/doctest.hpp>
#include <spl/workload.hpp>
#include <stdexcept>
#include <vector>

using namespace std::chrono_literals;

SPL_WORKLOAD(checks, ()) {
  const std::vector<int> numbers(10);
  while (spl.needs_more()) {
    REQUIRE(numbers.size() == 10u);
    CHECK_FALSE(numbers.empty());
    for (int i = 0; i < 1000; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(requires_another_size, ()) {
  const std::vector<int> numbers(10);
  INFO("ten numbers");
  while (spl.needs_more()) REQUIRE(numbers.size() == 3u);
}

SPL_WORKLOAD(checks_afterwards, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 1000; ++i) spl::keep(i);
  }
  CHECK_NOTHROW(throw std::runtime_error("boom"));
}

SPL_WORKLOAD(gives_up, ()) {
  while (spl.needs_more()) FAIL("at once");
}

TEST_CASE("holds") {
  SPL_ASSERT("fill(10) < fill(1000)", spl::setting("metric", "allocations"),
             spl::budget(60s));
  SPL_EXPECT("checks < 1 s", spl::alpha(0.001));
}

TEST_CASE("is violated" * doctest::skip()) {
  SPL_EXPECT("fill(1000) < fill(10)", spl::setting("metric", "allocations"));
  MESSAGE("goes on");
  SPL_ASSERT("fill(1000) < fill(10)", spl::setting("metric", "allocations"));
  MESSAGE("not reached");
}

TEST_CASE("is undecided" * doctest::skip()) {
  SPL_EXPECT("one < 1.0001 * other", spl::alpha(1e-9),
             spl::setting("runs", "2"));
}

TEST_CASE("requires in a workload" * doctest::skip()) {
  SPL_EXPECT("requires_another_size <= one");
}

TEST_CASE("checks in a workload" * doctest::skip()) {
  SPL_EXPECT("checks_afterwards <= one");
}

TEST_CASE("fails in a workload" * doctest::skip()) {
  SPL_EXPECT("gives_up <= one");
}
