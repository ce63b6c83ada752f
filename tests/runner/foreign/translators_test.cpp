#include "runner/foreign/translators.hpp"

#include <gtest/gtest.h>

#include "runner/foreign/catch2_program.hpp"
#include "runner/foreign/google_benchmark_program.hpp"
#include "runner/foreign/nanobench_program.hpp"

namespace spl::runner {
namespace {

TEST(Translators, AreOfForeignProgramsOnly) {
  EXPECT_EQ(translator(Framework::kSpl), nullptr);
  EXPECT_EQ(translator(Framework::kUnknown), nullptr);
  EXPECT_EQ(translator(Framework::kGoogleBenchmark),
            &google_benchmark_program());
  EXPECT_EQ(translator(Framework::kCatch2), &catch2_program());
  EXPECT_EQ(translator(Framework::kNanobench), &nanobench_program());
}

}  // namespace
}  // namespace spl::runner
