// Reports of Google Benchmark 1.7.1 (Debian's), 1.8.3 and 1.9.5, as programs of
// these wrote them for three repetitions, or two, of sorting 1000 numbers.

#include "runner/tools/translator.hpp"

#include <gmock/gmock.h>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace google_benchmark {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::StartsWith;
using Request = ForeignRequest;

std::string recorded(const std::string& name) {
  return read_file(std::string(SPL_TEST_DATA) +
                   "/../tools/data/google_benchmark_" + name + ".json");
}

Request run_request(const std::string& method) {
  Request request;
  request.task = Request::Task::kRun;
  request.method = method;
  request.observations = 2;
  request.warmup_ns = 0;
  request.warmup_observations = 1;
  request.observation_ns = 20'000;
  return request;
}

workload::RunAnswer answer(const std::string& report, const Request& request) {
  const auto answer =
      google_benchmark_program().run(request, {0, "", "", report});
  return answer ? *answer : failed_run("no answer");
}

std::string failure_of(const std::string& method, const std::string& report) {
  return answer(report, run_request(method)).failure;
}

std::vector<std::string> words(const Request& request) {
  return google_benchmark_program().execution(request, "/r").variables;
}

TEST(GoogleBenchmarkProgram, CountsRepetitionsAfterTheWarmup) {
  const std::string name = "BM_Sort/1000";
  for (const auto& [version, iterations, first] :
       {std::tuple("1.7.1", 181U, 7725.2154698615832),
        std::tuple("1.8.3", 100U, 7940.8800002056523),
        std::tuple("1.9.5", 100U, 7576.5299970953492)}) {
    const auto made = answer(recorded(version), run_request(name));
    EXPECT_EQ(made.failure, "") << version;
    ASSERT_EQ(made.observations.size(), 2U) << version;
    EXPECT_DOUBLE_EQ(made.observations[0], first) << version;
    EXPECT_EQ(made.iterations, iterations) << version;
    EXPECT_EQ(made.warmup, 1U) << version;
  }
  const auto made = answer(recorded("1.7.1"), run_request(name));
  EXPECT_EQ(made.warmup_ns, 1'357'673U);   // 181 * 7500.9558...
  EXPECT_EQ(made.counted_ns, 2'794'364U);  // 181 * (7725.21... + 7713.26...)
}

TEST(GoogleBenchmarkProgram, RecordsTimesOfProcessors) {
  Request request = run_request("BM_Sort/1000");
  request.metrics = {workload::Metric::kCpu, workload::Metric::kWall};
  const auto made = answer(recorded("1.7.1"), request);
  EXPECT_DOUBLE_EQ(made.observations.at(1), 7711.4364640883987);
  ASSERT_EQ(made.others.size(), 1U);
  EXPECT_DOUBLE_EQ(made.others[0].at(1), 7713.2651931204246);
}

Request counted_request(const std::string& method) {
  Request request = run_request(method);
  request.is_counted = true;
  return request;
}

TEST(GoogleBenchmarkProgram, CountsOneRepetitionUnderValgrind) {
  Request request = counted_request("a");
  request.iterations = 1000;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=1000x"));
  request.chooses_iterations = true;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=0"));
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_WARMUP_TIME=0"));
  EXPECT_THAT(
      google_benchmark_program().dump_options(),
      ElementsAre("--dump-after=benchmark::State::StartKeepRunning(*",
                  "--dump-before=benchmark::State::FinishKeepRunning(*"));
}

TEST(GoogleBenchmarkProgram, FindsWhatValgrindCounted) {
  const Request request = counted_request("BM_Sort/1000");
  const ForeignOutcome outcome{0, "", "", recorded("1.7.1")};
  const auto counted = google_benchmark_program().counted;
  const CallgrindDump start{
      "--dump-after=benchmark::State::StartKeepRunning()", {"Ir"}, {9}};
  const CallgrindDump finish{
      "--dump-before=benchmark::State::FinishKeepRunning()", {"Ir"}, {70}};
  std::vector<CallgrindDump> dumps = {start,  finish, start,
                                      finish, start,  finish};
  const auto found = counted(request, outcome, dumps);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].dump, &dumps.back());
  EXPECT_EQ(found[0].calls, 181);
  EXPECT_TRUE(counted(request, {}, dumps).empty());
  dumps.push_back(finish);  // As of a thread that had not begun to count.
  EXPECT_EQ(counted(request, outcome, dumps).size(), 1U);
  dumps.insert(dumps.end(), {start, finish});
  EXPECT_TRUE(counted(request, outcome, dumps).empty());
}

TEST(GoogleBenchmarkProgram, TakesAllUnits) {
  const auto in = [](const std::string& unit) {
    return answer(R"({"benchmarks": [{"run_name": "a", "iterations": 2,
        "real_time": 1.5, "cpu_time": 1, "time_unit": ")" +
                      unit + "\"}]}",
                  run_request("a"));
  };
  EXPECT_EQ(in("ns").observations, std::vector<double>{1.5});
  EXPECT_EQ(in("us").observations, std::vector<double>{1.5e3});
  EXPECT_EQ(in("ms").observations, std::vector<double>{1.5e6});
  EXPECT_EQ(in("s").observations, std::vector<double>{1.5e9});
  EXPECT_EQ(in("h").failure,
            "has no valid time: a time is a number of ns, us, ms or s, 0 or "
            "more");
}

TEST(GoogleBenchmarkProgram, TakesCountersByName) {
  // As 1.7.1 writes them, beside numbers that all benchmarks have.
  const std::string report = R"({"benchmarks": [{"name": "a", "run_name": "a",
      "family_index": 0, "per_family_instance_index": 0, "repetitions": 1,
      "repetition_index": 0, "threads": 1, "iterations": 2, "real_time": 3,
      "cpu_time": 3, "time_unit": "ns", "bytes_per_second": 1.5e+09,
      "depth": 7e+00, "label": "x"}]})";
  Request request = run_request("a");
  request.metrics = {workload::Metric::kWall, workload::Metric::kWall};
  const auto run = [&](const std::string& name) {
    const auto made = google_benchmark_program().run({request, {name, ""}},
                                                     {0, "", "", report});
    return made ? *made : failed_run("no answer");
  };
  EXPECT_EQ(run("bytes_per_second").observations, std::vector<double>{1.5e9});
  EXPECT_EQ(run("depth").observations, std::vector<double>{7});
  EXPECT_EQ(run("depth").others, std::vector<std::vector<double>>{{3}});
  EXPECT_EQ(run("threads").failure,
            "has no counter \"threads\": it has \"bytes_per_second\", "
            "\"depth\"");
}

TEST(GoogleBenchmarkProgram, SaysWhyThereIsNoResult) {
  EXPECT_EQ(failure_of("BM_Error", recorded("1.7.1_error")),
            "failed: no input file");
  EXPECT_EQ(failure_of("BM_Error", recorded("1.9.5_error")),
            "failed: no input file");
  EXPECT_EQ(failure_of("a", R"({"benchmarks": [{"run_name": "a",
                "skipped": true, "skip_message": "no GPU"}]})"),
            "was skipped: no GPU");
  EXPECT_EQ(failure_of("BM_Twice", recorded("1.7.1_twice")),
            "is the name of two benchmarks: they cannot be told apart; rename "
            "one of them, or leave them out with --filter");
  EXPECT_EQ(failure_of("BM_Own/min_time:0.010/repeats:3",
                       recorded("1.7.1_aggregates")),
            "reports only aggregates, for its program says so "
            "(ReportAggregatesOnly); take that out");
  EXPECT_FALSE(google_benchmark_program().run(run_request("BM_Sort/1000"),
                                              {5, "", "", recorded("1.7.1")}));
  EXPECT_EQ(failure_of("BM_Gone", recorded("1.7.1")),
            "is no benchmark of its program: its name matched none");
  EXPECT_EQ(failure_of("BM_Gone", ""),
            "has no result: its program wrote no report; either its name "
            "matched no benchmark, or the program ended by itself");
  const std::string no_json =
      "has no result: the report of its program is no JSON, as if a benchmark "
      "ended the program";
  EXPECT_EQ(failure_of("a", "{\"benchmarks\": [{"), no_json);
  EXPECT_EQ(failure_of("a", "[]"), no_json);
  EXPECT_EQ(failure_of("a", "{\"benchmarks\": 1}"), no_json);
}

TEST(GoogleBenchmarkProgram, HasNoAnswerOfWhatEndedEarly) {
  const Translator& program = google_benchmark_program();
  EXPECT_FALSE(program.run(run_request("a"), {1, "", "", std::nullopt}));
  EXPECT_FALSE(program.run(run_request("a"), {1, "", "", ""}));
  EXPECT_FALSE(
      program.run(run_request("a"), {7, "", "", "{\"benchmarks\": ["}));
  EXPECT_FALSE(program.catalogue({}, {1, "", "", std::nullopt}));
}

TEST(GoogleBenchmarkProgram, RefusesSingleCallsThatAreTooShort) {
  Request request = run_request("BM_Sort/1000");
  request.observation_ns = 0;
  EXPECT_EQ(answer(recorded("1.7.1"), request).failure,
            "takes 7.5 us a call, which is too short for Google Benchmark to "
            "time a single call: 10 us are long enough");
}

TEST(GoogleBenchmarkProgram, ExecutesOneBenchmark) {
  Request request = run_request("BM_Sort/1000");
  EXPECT_THAT(words(request), Contains("BENCHMARK_FILTER=^BM_Sort/1000$"));
  EXPECT_THAT(words(request), Contains("BENCHMARK_REPETITIONS=3"));
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=0.0002s"));
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_WARMUP_TIME=0.0002"));
  EXPECT_THAT(words(request), Contains("BENCHMARK_OUT=/r"));
  request.iterations = 200;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_WARMUP_TIME=0"));
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=200x"));
  request.chooses_iterations = true;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=0.0002"));
  request.warmup_ns = 700'000;
  EXPECT_THAT(words(request), Contains("BENCHMARK_REPETITIONS=6"));
}

TEST(GoogleBenchmarkProgram, TimesSingleIterationsWithoutWarmup) {
  Request request = run_request("a");
  request.warmup_observations = 0;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=1x"));
  request.chooses_iterations = true;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=0"));
  request.warmup_observations = 1;
  request.observation_ns = 0;
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=0"));
}

TEST(GoogleBenchmarkProgram, MatchesNamesAsTheyAre) {
  EXPECT_EQ(pattern_of("BM_Sort<std::less<int>>/1000/min_time:0.5"),
            "^BM_Sort<std::less<int>>/1000/min_time:0\\.5$");
  EXPECT_EQ(pattern_of("a(b|c)[1]{2}*+?^$\\"),
            "^a\\(b\\|c\\)\\[1]\\{2}\\*\\+\\?\\^\\$\\\\$");
}

TEST(GoogleBenchmarkProgram, ListsEachNameOnce) {
  const auto answer = google_benchmark_program().catalogue(
      {}, {0, "BM_Sort/10\nBM_Sort/1000\nBM_Twice\nBM_Twice\nodd name (a|b)\n",
           "", std::nullopt});
  ASSERT_TRUE(answer);
  std::vector<std::string> names;
  for (const workload::EntryFacts& one : answer->entries) {
    names.push_back(one.name);
    EXPECT_TRUE(one.parameters.empty());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"BM_Sort/10", "BM_Sort/1000",
                                             "BM_Twice", "odd name (a|b)"}));
  ASSERT_FALSE(answer->missing.empty());
  EXPECT_EQ(answer->missing[0].metric, workload::Metric::kInstructions);
  EXPECT_EQ(answer->missing[0].reason,
            "is a program of Google Benchmark, whose times are wall and cpu");
}

TEST(GoogleBenchmarkProgram, ListsNoLineThatItsMainPrints) {
  const auto answer = google_benchmark_program().catalogue(
      {}, {0, "Loading\n\nBM_Sort/10\nbye\n", "", std::nullopt,
           "Loading\n\nbye\n"});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->failure, "");
  ASSERT_EQ(answer->entries.size(), 1U);
  EXPECT_EQ(answer->entries[0].name, "BM_Sort/10");
}

TEST(GoogleBenchmarkProgram, RefusesAProgramThatMeasuresWhereItIsToList) {
  const auto answer = google_benchmark_program().catalogue(
      {}, {0,
           "hello\n"
           "-----------------------------------------------------\n"
           "Benchmark           Time             CPU   Iterations\n"
           "-----------------------------------------------------\n"
           "BM_Ok           0.252 ns        0.252 ns   1000000000\n",
           "", std::nullopt});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->failure,
            "it executes its benchmarks instead of listing them: its main must "
            "give benchmark::Initialize no options of its own");
  EXPECT_TRUE(answer->entries.empty());
}

TEST(GoogleBenchmarkProgram, IsExecutedAgainWhereItFoundFewIterations) {
  const auto outcome = [](const std::string& iterations) {
    return ForeignOutcome{0, "", "",
                          R"({"benchmarks": [{"run_name": "a", "real_time": 100,
                              "cpu_time": 1, "time_unit": "ns",
                              "iterations": )" +
                              iterations + "}]}"};
  };
  const Translator& program = google_benchmark_program();
  Request request = run_request("a");
  EXPECT_TRUE(program.is_spoiled(request, outcome("10")));
  EXPECT_FALSE(program.is_spoiled(request, outcome("2000")));
  request.iterations = 10;
  EXPECT_FALSE(program.is_spoiled(request, outcome("10")));
  request.chooses_iterations = true;
  EXPECT_TRUE(program.is_spoiled(request, outcome("10")));
  request.observation_ns = 0;
  EXPECT_FALSE(program.is_spoiled(request, outcome("10")));
  EXPECT_FALSE(program.is_spoiled(run_request("a/threads:8"), outcome("10")));
}

// Whatever else runs, a loop that the compiler emptied stays short.
TEST(GoogleBenchmarkProgram, SaysThatALoopIsEmptyInsteadOfAskingAgain) {
  for (const std::string time : {"0", "2e-07", "0.05"}) {
    std::string report = R"({"benchmarks": [{"run_name": "a", "real_time": )";
    report += time;
    report += R"(, "cpu_time": )";
    report += time;
    report += R"(, "time_unit": "ns", "iterations": 1000000000}]})";
    EXPECT_THAT(failure_of("a", report), StartsWith("has an empty loop: "))
        << time;
    EXPECT_FALSE(google_benchmark_program().is_spoiled(run_request("a"),
                                                       {0, "", "", report}));
  }
}

TEST(GoogleBenchmarkProgram, IsAskedOnceWhetherItCountsIterations) {
  // What 1.7.1 prints.
  const ForeignOutcome refusal{
      0, "a\n",
      "Environment variable BENCHMARK_MIN_TIME is expected to be a double, but "
      "actually has value \"1x\".\n",
      std::nullopt};
  Request request;
  const Translator& program = google_benchmark_program();
  EXPECT_THAT(words(request), Contains("BENCHMARK_MIN_TIME=1x"));
  EXPECT_TRUE(program.is_refused(request, refusal));
  EXPECT_FALSE(program.is_refused(request, {0, "a\n", "", std::nullopt}));
  request.chooses_iterations = true;
  EXPECT_THAT(words(request), Not(Contains("BENCHMARK_MIN_TIME=1x")));
  EXPECT_FALSE(program.is_refused(request, refusal));
}

}  // namespace
}  // namespace google_benchmark
}  // namespace spl::runner
