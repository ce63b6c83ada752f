// Listing 6 of the paper: experiments that are composed in C++. Compilers check
// names and arguments, and nothing is registered by name.

#include <algorithm>
#include <cstddef>
#include <spl/experiment.hpp>
#include <spl/gtest.hpp>
#include <utility>
#include <vector>

namespace {

void insertion_sort(std::vector<int> data) {
  for (std::size_t i = 1; i < data.size(); ++i) {
    for (std::size_t j = i; j > 0 && data[j] < data[j - 1]; --j) {
      std::swap(data[j], data[j - 1]);
    }
  }
  spl::keep(data);
}

void bubble_sort(std::vector<int> data) {
  for (std::size_t round = 1; round < data.size(); ++round) {
    for (std::size_t i = 1; i < data.size(); ++i) {
      if (data[i] < data[i - 1]) std::swap(data[i], data[i - 1]);
    }
  }
  spl::keep(data);
}

const spl::Generator numbers("numbers", [](spl::Random& random, int count) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) result.push_back(random(0, 1000));
  return result;
});
const spl::Method insertion("insertion", insertion_sort, numbers);
const spl::Method bubble("bubble", bubble_sort, numbers);
const spl::Variable n("n", {100, 500});

}  // namespace

TEST(Sorting, InsertionIsFasterThanBubbles) {
  SPL_EXPECT(spl::mean(insertion(n)) < spl::mean(bubble(n)));
}

TEST(Sorting, TakesSettings) {
  const spl::Experiment experiment(insertion(500) <= 100 * insertion(100),
                                   spl::alpha(0.001));
  SPL_EXPECT(experiment);
}

TEST(Sorting, ComparesTwoLambdas) {
  SPL_EXPECT(spl::faster([] { insertion_sort(std::vector<int>(100, 1)); },
                         [] { bubble_sort(std::vector<int>(100, 1)); }));
}
