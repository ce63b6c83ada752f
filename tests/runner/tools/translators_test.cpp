#include "runner/tools/translators.hpp"

#include <gtest/gtest.h>

#include <string>

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

std::string repeated(std::size_t times, const std::string& part) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += part;
  return result;
}

TEST(Translators, ReadReportsHoweverDeepTheyNest) {
  constexpr std::size_t kLevels = 1'000'000;
  const std::string deep = repeated(kLevels, "[") + repeated(kLevels, "]");
  const std::string xml = repeated(kLevels, "<a>") + repeated(kLevels, "</a>");
  const std::pair<const Translator*, std::string> rows[] = {
      {&google_benchmark_program(),
       R"({"benchmarks": [{"name": "a", "b": )" + deep + "}]}"},
      {&nanobench_program(),
       R"({"results": [{"name": "a", "b": )" + deep + "}]}"},
      {&catch2_program(), "<Catch2>" + xml + "</Catch2>"}};
  for (const auto& [translator, report] : rows) {
    workload::Request run;
    run.task = workload::Request::Task::kRun;
    run.method = "a";
    run.observation_ns = 1;
    const auto text = answer_text(*translator, {run}, {0, "", "", report});
    ASSERT_TRUE(text);
    EXPECT_NE(workload::decode_run_answer(*text).failure, "");
  }
}

}  // namespace
}  // namespace spl::runner
