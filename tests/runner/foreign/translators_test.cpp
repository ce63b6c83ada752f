#include "runner/foreign/translators.hpp"

#include <gtest/gtest.h>

#include "runner/foreign/catch2_program.hpp"
#include "runner/foreign/google_benchmark_program.hpp"
#include "runner/foreign/nanobench_program.hpp"

namespace spl::runner {
namespace {

template <typename Expected>
bool is_of(Framework framework) {
  return dynamic_cast<const Expected*>(translator(framework)) != nullptr;
}

TEST(Translators, AreOfForeignProgramsOnly) {
  EXPECT_EQ(translator(Framework::kSpl), nullptr);
  EXPECT_EQ(translator(Framework::kUnknown), nullptr);
  EXPECT_TRUE(is_of<GoogleBenchmarkProgram>(Framework::kGoogleBenchmark));
  EXPECT_TRUE(is_of<Catch2Program>(Framework::kCatch2));
  EXPECT_TRUE(is_of<NanobenchProgram>(Framework::kNanobench));
}

}  // namespace
}  // namespace spl::runner
