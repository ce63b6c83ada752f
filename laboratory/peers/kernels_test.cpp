#include "laboratory/peers/kernels.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <typeinfo>

namespace spl::bench {
namespace {

TEST(Kernels, DoTheSameForTheSameData) {
  for (const std::string& name : kernel_names()) {
    SCOPED_TRACE(name);
    Random one(7);
    Random other(7);
    const auto left = make_kernel(name, 2, one);
    const auto right = make_kernel(name, 2, other);
    EXPECT_EQ(left->iterate(), right->iterate());
    EXPECT_EQ(left->iterate(), right->iterate());
  }
}

TEST(Kernels, DoMoreOfTheSameWorkWhenSlowed) {
  for (const std::string& name : kernel_names()) {
    SCOPED_TRACE(name);
    std::uint64_t before = 0;
    for (const int percent : kSlowdowns) {
      Random random(7);
      const std::uint64_t sum = make_kernel(name, percent, random)->iterate();
      EXPECT_GT(sum, before);
      before = sum;
    }
  }
}

TEST(Kernels, DoTheSameInEachCopy) {
  for (const std::string& name : kernel_names()) {
    SCOPED_TRACE(name);
    Random one(7);
    Random other(7);
    const auto left = make_kernel(name, 5, one, Copy::kFirst);
    const auto right = make_kernel(name, 5, other, Copy::kSecond);
    EXPECT_EQ(left->iterate(), right->iterate());
    // Where classes differ so do their functions: none overrides twice.
    EXPECT_NE(typeid(*left), typeid(*right));
  }
}

TEST(Kernels, AreEight) {
  EXPECT_EQ(kernel_names().size(), 8U);
  Random random(7);
  EXPECT_THROW((void)make_kernel("quick sort", 0, random),
               std::invalid_argument);
}

}  // namespace
}  // namespace spl::bench
