#include "runner/tools/framework.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace spl::runner {
namespace {

struct Named {
  const char* text;
  const char* path;
  std::optional<Framework> framework;

  friend void PrintTo(const Named& named, std::ostream* out) {
    *out << '"' << named.text << '"';
  }
};

class NamedPrograms : public ::testing::TestWithParam<Named> {};

TEST_P(NamedPrograms, AreReadAndWritten) {
  const FrameworkProgram program = framework_program(GetParam().text);
  EXPECT_EQ(program.path, GetParam().path);
  EXPECT_EQ(program.framework, GetParam().framework);
  EXPECT_EQ(program_text(program), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    All, NamedPrograms,
    ::testing::Values(
        Named{"build/bench", "build/bench", std::nullopt},
        Named{"spl:bench", "bench", Framework::kSpl},
        Named{"google-benchmark:a b", "a b", Framework::kGoogleBenchmark},
        Named{"catch2:x:y", "x:y", Framework::kCatch2},
        Named{"nanobench:{build}/x", "{build}/x", Framework::kNanobench},
        Named{"./catch2:x", "./catch2:x", std::nullopt},
        Named{"unknown:x", "unknown:x", std::nullopt},
        Named{"catch2", "catch2", std::nullopt}));

TEST(FrameworkProgram, KeepsPathsThatBeginAsNamesDo) {
  EXPECT_EQ(program_text({"catch2:x"}), "./catch2:x");
}

}  // namespace
}  // namespace spl::runner
