// The formulas of collections.spl as GoogleTest tests.

#include <cstddef>
#include <list>
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <vector>

#include "collections.hpp"

namespace {

// Keys are drawn before the loop, for all that the loop does is timed, and are
// more than branch predictors learn.
template <class Container>
void search(spl::Controller& spl, int size) {
  const auto list = filled<Container>(size);
  std::vector<int> keys(1 << 15);
  for (int& key : keys) key = spl.random()(0, size - 1);
  for (std::size_t i = 0; spl.needs_more(); ++i) {
    spl::keep(contains(list, keys[i % keys.size()]));
  }
}

}  // namespace

SPL_WORKLOAD(arraylist, (int size), spl::values(100, 500, 1000)) {
  search<std::vector<int>>(spl, size);
}

SPL_WORKLOAD(linkedlist, (int size), spl::values(100, 500, 1000)) {
  search<std::list<int>>(spl, size);
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
