// Listing 4 of the paper: methods, factories and generators apart, which
// collections.spl puts together; and Listing 3: a workload with its own loop.

#include "collections.hpp"

#include <deque>
#include <list>
#include <nlohmann/json.hpp>
#include <spl/workload.hpp>
#include <string>
#include <tuple>
#include <vector>

// One line for each container.
#define COLLECTION(name, Container)                                 \
  SPL_FACTORY("factory" name, filled<Container>);                   \
  SPL_METHOD(name ".contains", [](const Container& self, int key) { \
    return contains(self, key);                                     \
  })

COLLECTION("ArrayList", std::vector<int>);
COLLECTION("LinkedList", std::list<int>);
COLLECTION("ArrayDeque", std::deque<int>);

SPL_GENERATOR(
    "randomSearch",
    [](spl::Random& random, int size) {
      return std::tuple{random(0, size - 1)};
    },
    spl::values(10, 100, 500, 1000));

namespace {

std::string make_document(int elements) {
  nlohmann::json document = nlohmann::json::array();
  for (int i = 0; i < elements; ++i) {
    document.push_back({{"id", i}, {"name", "element " + std::to_string(i)}});
  }
  return document.dump();
}

}  // namespace

SPL_WORKLOAD(json_parse, (int elements), spl::values(10, 100)) {
  const std::string document = make_document(elements);
  while (spl.needs_more()) {
    spl.start();
    auto tree = nlohmann::json::parse(document);
    spl.stop();
    spl::keep(tree);
  }
}
