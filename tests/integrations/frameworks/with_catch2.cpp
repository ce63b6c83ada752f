// The header of the framework may come first, without what SPL needs of it.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <chrono>
#include <spl/catch2.hpp>
#include <spl/workload.hpp>
#include <stdexcept>
#include <string>
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
  // And commands no log.
  const auto shown = spl::catch2::without_commands;
  const std::string left = "std::sort is `::x`, a: b (::y\n\"::";
  CHECK(shown(left) == left);
  CHECK(shown("::error::x") == ":\\u{3a}error::x");
  CHECK(shown("a ::x\n::y") == "a :\\u{3a}x\n:\\u{3a}y");
  CHECK(shown("a:::x, a.::y") == "a:\\u{3a}:x, a.:\\u{3a}y");
  CHECK(shown("\xc2\xa0::x") == "\xc2\xa0:\\u{3a}x");
  CHECK(shown(std::string(41, 'a') + "::x") ==
        std::string(41, 'a') + ":\\u{3a}x");
}

TEST_CASE("is violated", "[.]") {
  SPL_EXPECT("fill(1000) < fill(10)", spl::setting("metric", "allocations"));
  WARN("goes on");
  SPL_ASSERT("fill(1000) < fill(10)", spl::setting("metric", "allocations"));
  WARN("not reached");
}

TEST_CASE("is undecided", "[.]") {
  SPL_EXPECT("one < 1.0001 * other", spl::alpha(1e-9),
             spl::setting("runs", "2"));
}

TEST_CASE("requires in a workload", "[.]") {
  SPL_EXPECT("requires_another_size <= one");
}

TEST_CASE("checks in a workload", "[.]") {
  SPL_EXPECT("checks_afterwards <= one");
}

TEST_CASE("fails in a workload", "[.]") { SPL_EXPECT("gives_up <= one"); }
