// Tests of performance next to the others, with Catch2.

#include <cstddef>
#include <spl/catch2.hpp>
#include <spl/workload.hpp>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

std::string joined(const Words& words) {
  std::size_t size = 0;
  for (const std::string& word : words) size += word.size();
  std::string text;
  text.reserve(size);
  for (const std::string& word : words) text += word;
  return text;
}

/// The same, as it is often written.
std::string joined_by_copies(const Words& words) {
  std::string text;
  for (const std::string& word : words) text = text + word;
  return text;
}

}  // namespace

// An assertion that fails in a workload fails the formula, for a wrong function
// is not a fast one. Before the loop it is not measured.
SPL_WORKLOAD(join, (int count), spl::values(10, 1000)) {
  const Words words(static_cast<std::size_t>(count), "word");
  REQUIRE(joined(words).size() == 4 * words.size());
  while (spl.needs_more()) spl::keep(joined(words));
}

SPL_WORKLOAD(join_by_copies, (int count), spl::values(10, 1000)) {
  const Words words(static_cast<std::size_t>(count), "word");
  REQUIRE(joined_by_copies(words) == joined(words));
  while (spl.needs_more()) spl::keep(joined_by_copies(words));
}

TEST_CASE("Words are joined") {
  CHECK(joined({"one", "two"}) == "onetwo");
  CHECK(joined({}).empty());
}

TEST_CASE("Joining allocates once") {
  SPL_EXPECT("join(1000) <= join(10)", spl::setting("metric", "allocations"));
}

TEST_CASE("Joining many words is faster without copies") {
  SPL_ASSERT("join(1000) < 0.5 * join_by_copies(1000)");
}
