#include <chrono>
#include <cstdio>
#include <spl/gtest.hpp>

namespace {

/// Must not be set up in a process that measures.
class Loud : public ::testing::Environment {
  void SetUp() override { std::puts("environment is set up"); }
};
[[maybe_unused]] const auto* const kLoud =
    ::testing::AddGlobalTestEnvironment(new Loud);

TEST(Sample, Holds) { SPL_ASSERT("slow(factor) > quick"); }

TEST(Sample, AssertIsViolated) {
  SPL_ASSERT("quick > slow(10)") << "streamed reason";
  ADD_FAILURE() << "not reached";
}

TEST(Sample, ExpectIsViolated) {
  SPL_EXPECT("quick > slow(10)") << "streamed reason";
  ADD_FAILURE() << "reached";
}

TEST(Sample, HasSettings) {
  SPL_EXPECT("slow(factor) > quick", spl::budget(std::chrono::seconds(2)),
             spl::alpha(0.001), spl::setting("max-runs", "40"));
  SPL_EXPECT("quick < slow(10)");
}

TEST(Sample, IsMisspelt) { SPL_ASSERT("qiuck <= slow(10)"); }

TEST(Sample, HasCommandsOfLogs) {
  SPL_ASSERT("'##[error]x' <= slow(10) &&\n::error::x\n <= slow(10)");
}

}  // namespace
