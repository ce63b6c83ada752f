// Tests whose fixtures and parameters workloads see or do not see.

#include <cstdlib>
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <string>

namespace {

int factor_of_environment() {
  const char* text = std::getenv("SAMPLE_FACTOR");
  return text == nullptr ? 1 : std::atoi(text);
}

SPL_WORKLOAD(work, (int factor)) {
  while (spl.needs_more()) {
    for (int i = 0; i < 10 * factor; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(load, (std::string name)) {
  while (spl.needs_more()) spl::keep(name);
}

SPL_WORKLOAD(work_of_environment, ()) {
  const int factor = factor_of_environment();
  while (spl.needs_more()) {
    for (int i = 0; i < 10 * factor; ++i) spl::keep(i);
  }
}

TEST(Plain, Test) { SPL_EXPECT("work(1) < work(10)"); }

class Fixture : public ::testing::Test {};
TEST_F(Fixture, IsNotSeen) { SPL_EXPECT("work(1) < work(10)"); }
TEST_F(Fixture, SetsAVariable) {
  setenv("SAMPLE_FACTOR", "100", 1);
  SPL_EXPECT("work(10) < work_of_environment");
}

template <typename Type>
class Typed : public ::testing::Test {};
using Types = ::testing::Types<int>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, IsNotSeen) { SPL_EXPECT("work(1) < work(10)"); }

class Number : public ::testing::TestWithParam<int> {};
TEST_P(Number, IsNotSeen) { SPL_EXPECT("work(1) < work(10)"); }
TEST_P(Number, IsInTheFormula) {
  SPL_EXPECT("work(1) < work(" + std::to_string(GetParam()) + ".0)");
}
INSTANTIATE_TEST_SUITE_P(Some, Number, ::testing::Values(100));

class Text : public ::testing::TestWithParam<const char*> {};
TEST_P(Text, IsInTheFormula) {
  SPL_EXPECT(std::string("load('") + GetParam() + "') < work(100)");
}
INSTANTIATE_TEST_SUITE_P(Some, Text, ::testing::Values("a.xml"));

struct Bytes {
  char first;
};
class Unprintable : public ::testing::TestWithParam<Bytes> {};
TEST_P(Unprintable, IsNotKnown) { SPL_EXPECT("work(1) < work(10)"); }
INSTANTIATE_TEST_SUITE_P(Some, Unprintable, ::testing::Values(Bytes{'a'}));

}  // namespace
