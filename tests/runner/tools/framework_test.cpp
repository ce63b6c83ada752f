#include "runner/tools/framework.hpp"

#include <ostream>

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

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

TEST(FrameworkProgram, HasItsOwnArguments) {
  const std::string text = R"(["catch2:build/x","all","a \"b\""])";
  const FrameworkProgram program = framework_program(text);
  EXPECT_EQ(program.path, "build/x");
  EXPECT_EQ(program.framework, Framework::kCatch2);
  EXPECT_EQ(program.arguments, (std::vector<std::string>{"all", "a \"b\""}));
  EXPECT_EQ(program_text(program), text);
  EXPECT_EQ(framework_program("[x").path, "[x");
  EXPECT_EQ(program_text({R"(["x"])"}), R"(./["x"])");
}

TEST(FrameworkProgram, KeepsPathsThatBeginAsNamesDo) {
  EXPECT_EQ(program_text({"catch2:x"}), "./catch2:x");
}

Framework of(const std::string& content) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "program";
  write_file(path, content);
  return recognised(path.string());
}

TEST(Recognition, ReadsMarks) {
  EXPECT_EQ(of("\x7f"
               "ELF --benchmark_list_tests="),
            Framework::kGoogleBenchmark);
  EXPECT_EQ(of("_ZN9benchmark10InitializeEPiPPcPFvvE"),
            Framework::kGoogleBenchmark);
  EXPECT_EQ(of("--benchmark-no-analysis"), Framework::kCatch2);
  EXPECT_EQ(of("NANOBENCH_SUPPRESS_WARNINGS"), Framework::kNanobench);
  EXPECT_EQ(of("#!/bin/sh\nexec \"$@\"\n"), Framework::kUnknown);
  EXPECT_EQ(of(""), Framework::kUnknown);
  EXPECT_EQ(recognised("/no/such/program"), Framework::kUnknown);
}

TEST(Recognition, KnowsTheOptionsOfFrameworks) {
  EXPECT_EQ(recognised_by_help("          [--benchmark_filter=<regex>]\n"),
            Framework::kGoogleBenchmark);
  EXPECT_EQ(recognised_by_help("  --benchmark-no-analysis  perform only "),
            Framework::kCatch2);
  EXPECT_EQ(recognised_by_help("usage: program"), Framework::kUnknown);
}

TEST(Recognition, TakesWhatHoldsWorkloadsForSpls) {
  EXPECT_EQ(of("benchmark_list_tests SPL_WORKER"), Framework::kSpl);
}

TEST(Recognition, FindsMarksWhereverTheyAre) {
  constexpr std::size_t kPart = std::size_t{1} << 20;
  for (const std::size_t before : {kPart - 10, kPart - 1, kPart, 3 * kPart}) {
    EXPECT_EQ(of(std::string(before, 'x') + "benchmark_list_tests"),
              Framework::kGoogleBenchmark)
        << before;
  }
}

TEST(Recognition, KnowsProgramsOfThisProject) {
  EXPECT_EQ(recognised(SPL_FAULTY_WORKER), Framework::kSpl);
}

}  // namespace

}  // namespace spl::runner
