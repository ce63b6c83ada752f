// The formulas of collections.spl as GoogleTest tests.

#include <list>
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <vector>

#include "examples/collections/collections.hpp"

SPL_WORKLOAD(arraylist, (int size), spl::values(100, 500, 1000)) {
  const auto list = filled<std::vector<int>>(size);
  while (spl.needs_more()) {
    spl::keep(contains(list, spl.random()(0, size - 1)));
  }
}

SPL_WORKLOAD(linkedlist, (int size), spl::values(100, 500, 1000)) {
  const auto list = filled<std::list<int>>(size);
  while (spl.needs_more()) {
    spl::keep(contains(list, spl.random()(0, size - 1)));
  }
}

TEST(Collections, ArraysAreFasterThanLinkedLists) {
  SPL_ASSERT("linkedlist(i) > arraylist(i)");
}

TEST(Collections, MethodsFactoriesAndGeneratorsGoTogether) {
  SPL_EXPECT(
      "array = ArrayList.contains[randomSearch, factoryArrayList];"
      "deque = ArrayDeque.contains[randomSearch, factoryArrayDeque];"
      "for i in 100, 1000: 2 * deque(i) > array(i)")
      << "a deque is at least half as slow as an array";
}

TEST(Collections, ParsingKeepsItsLimit) {
  SPL_EXPECT("p99(json_parse(100)) <= 5 ms") << "one call in a hundred, too";
}

TEST(Collections, ParsingScales) {
  SPL_EXPECT("json_parse(100) <= 12 * json_parse(10)");
}
