#include "runner/tools/translator.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using workload::Request;

TEST(Translator, CountsWhatWasAskedFor) {
  const std::vector<ForeignObservation> all{
      {10, 1, 2}, {20, 2, 3}, {30, 3, 3}, {40, 4, 3}};
  Request request;
  request.observations = 2;
  request.metrics = {workload::Metric::kWall, workload::Metric::kCpu};
  const auto some = answer_of(all, 1, request);
  EXPECT_EQ(some.observations, (std::vector<double>{20, 30}));
  EXPECT_EQ(some.others, (std::vector<std::vector<double>>{{2, 3}}));
  EXPECT_EQ(some.iterations, 3U);
  EXPECT_EQ(some.warmup, 1U);
  EXPECT_EQ(some.warmup_ns, 20U);
  EXPECT_EQ(some.counted_ns, 150U);
  // A program that makes fewer repetitions than it is asked for.
  const auto last = answer_of(all, 7, request);
  EXPECT_EQ(last.observations, std::vector<double>{40});
  EXPECT_EQ(last.warmup, 3U);
}

TEST(Translator, CountsWhatHasAName) {
  const std::vector<ForeignObservation> all{
      {10, 1, 2, {{"depth", 3}, {"bytes_per_second", 1e9}}},
      {20, 2, 3, {{"depth", 4}, {"bytes_per_second", 2e9}}}};
  Request request;
  request.observations = 2;
  request.metrics = {workload::Metric::kWall, workload::Metric::kWall,
                     workload::Metric::kCpu};
  const ForeignRequest counted(request, {"bytes_per_second", "", ""});
  const auto made = answer_of(all, 0, counted);
  EXPECT_EQ(made.observations, (std::vector<double>{1e9, 2e9}));
  EXPECT_EQ(made.others, (std::vector<std::vector<double>>{{10, 20}, {1, 2}}));
  EXPECT_EQ(lack_of_counters(all[0], counted), "");
}

TEST(Translator, SaysWhichCountersThereAre) {
  Request request;
  const auto lack = [&](const std::map<std::string, double>& counters) {
    return lack_of_counters({10, 1, 2, counters},
                            ForeignRequest(request, {"depth"}));
  };
  EXPECT_EQ(lack({}), "has no counter \"depth\": the benchmark has none");
  EXPECT_EQ(lack({{"width", 1}}),
            "has no counter \"depth\": its only one is \"width\"");
  EXPECT_EQ(lack({{"height", 1}, {"width", 1}}),
            "has no counter \"depth\": it has \"height\", \"width\"");
  EXPECT_EQ(lack({{"depth", -1}}),
            "has a counter \"depth\" that is negative or not finite: it cannot "
            "be compared");
}

TEST(Translator, LacksAllMetricsButTheseAndCountsByValgrind) {
  const auto missing = missing_metrics({workload::Metric::kWall}, "has none");
  ASSERT_EQ(missing.size(), std::size(workload::kMetricNames) - 1 - 3);
  EXPECT_EQ(missing.front().metric, workload::Metric::kCpu);
  EXPECT_EQ(missing.front().reason, "has none");
}

TEST(Translator, WritesWhatAProgramOfSplWould) {
  ForeignRequest request;
  request.chooses_iterations = true;
  const auto text = answer_text(google_benchmark_program(), request,
                                {0, "a b/1\n", "", std::nullopt});
  ASSERT_TRUE(text);
  const auto answer = workload::decode_catalogue_answer(*text);
  EXPECT_TRUE(answer.chooses_iterations);
  ASSERT_EQ(answer.entries.size(), 1U);
  EXPECT_EQ(answer.entries[0].name, "a b/1");
  request.task = Request::Task::kRun;
  request.method = "a";
  const auto run =
      answer_text(google_benchmark_program(), request, {0, "", "", "{}"});
  ASSERT_TRUE(run);
  EXPECT_EQ(workload::decode_run_answer(*run).failure,
            "has no result: the report of its program is no JSON, as if a "
            "benchmark ended the program");
}

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
