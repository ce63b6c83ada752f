#define BOOST_TEST_MODULE frameworks
#include <boost/test/included/unit_test.hpp>
#include <chrono>
#include <spl/boost_test.hpp>
#include <spl/workload.hpp>
#include <stdexcept>
#include <vector>

using namespace std::chrono_literals;

SPL_WORKLOAD(checks, ()) {
  const std::vector<int> numbers(10);
  while (spl.needs_more()) {
    BOOST_TEST_REQUIRE(numbers.size() == 10u);
    BOOST_CHECK(!numbers.empty());
    for (int i = 0; i < 1000; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(requires_another_size, ()) {
  const std::vector<int> numbers(10);
  BOOST_TEST_CONTEXT("ten numbers") {
    while (spl.needs_more()) BOOST_TEST_REQUIRE(numbers.size() == 3u);
  }
}

SPL_WORKLOAD(checks_afterwards, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 1000; ++i) spl::keep(i);
  }
  BOOST_CHECK_NO_THROW(throw std::runtime_error("boom"));
}

SPL_WORKLOAD(gives_up, ()) {
  while (spl.needs_more()) BOOST_FAIL("at once");
}

BOOST_AUTO_TEST_CASE(holds) {
  SPL_ASSERT("fill(10) < fill(1000)", spl::setting("metric", "allocations"),
             spl::budget(60s));
  SPL_EXPECT("checks < 1 s", spl::alpha(0.001));
}

BOOST_AUTO_TEST_CASE(is_violated) {
  SPL_EXPECT("fill(1000) < fill(10)", spl::setting("metric", "allocations"));
  BOOST_TEST_MESSAGE("goes on");
  SPL_ASSERT("fill(1000) < fill(10)", spl::setting("metric", "allocations"));
  BOOST_TEST_MESSAGE("not reached");
}

BOOST_AUTO_TEST_CASE(is_undecided) {
  SPL_EXPECT("one < 1.0001 * other", spl::alpha(1e-9),
             spl::setting("runs", "2"));
}

BOOST_AUTO_TEST_CASE(requires_in_a_workload) {
  SPL_EXPECT("requires_another_size <= one");
}

BOOST_AUTO_TEST_CASE(checks_in_a_workload) {
  SPL_EXPECT("checks_afterwards <= one");
}

BOOST_AUTO_TEST_CASE(fails_in_a_workload) { SPL_EXPECT("gives_up <= one"); }
