// The report of a program of nanobench 4.3.11, as it printed it.

#include "runner/tools/translator.hpp"

#include <gmock/gmock.h>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace nanobench {
namespace {

using ::testing::Contains;
using workload::Metric;
using workload::Request;

std::string recorded() {
  return read_file(std::string(SPL_TEST_DATA) +
                   "/../tools/data/nanobench_4.3.11.txt");
}

Request run_request(const std::string& method) {
  Request request;
  request.task = Request::Task::kRun;
  request.method = method;
  request.observations = 3;
  request.observation_ns = 250'000;
  return request;
}

workload::RunAnswer answer(const std::string& method,
                           const std::string& output) {
  const auto answer = nanobench_program().run(run_request(method),
                                              {0, output, "", std::nullopt});
  return answer ? *answer : failed_run("no answer");
}

/// One benchmark without a title.
std::string report(const std::string& measurements) {
  return "{\n\"results\": [{\"title\": \"benchmark\", \"name\": \"a\", "
         "\"measurements\": [" +
         measurements + "]}]\n}";
}

TEST(NanobenchProgram, HasNoTimesOfSingleCalls) {
  Request request = run_request("a");
  request.observation_ns = 0;
  const auto made = nanobench_program().run(request, {0, "", "", "<Catch2/>"});
  ASSERT_TRUE(made);
  EXPECT_EQ(
      made->failure,
      "has no times of single calls, for nanobench times batches of them; "
      "compare the mean or the median");
}

TEST(NanobenchProgram, FindsWhatValgrindCounted) {
  const std::string logic = "ankerl::nanobench::detail::IterationLogic::";
  const auto before = [&](const std::string& function) {
    return CallgrindDump{"--dump-before=" + logic + function, {"Ir"}, {9}};
  };
  const CallgrindDump begin = before("IterationLogic(a)");
  const CallgrindDump add = before("add(a)");
  const CallgrindDump own_add = before("Impl::add(a)");
  const auto clock = [](double count) {
    return CallgrindDump{
        "--dump-after=std::chrono::_V2::steady_clock::now()", {"Ir"}, {count}};
  };
  const ForeignOutcome outcome{0, report(R"({"iterations": 20, "elapsed": 1},
                   {"iterations": 24, "elapsed": 1})"),
                               "", std::nullopt};
  const auto value = [&](const std::vector<CallgrindDump>& dumps) {
    const auto found =
        nanobench_program().counted(run_request("a"), outcome, dumps);
    return found.empty() ? 0
                         : value_of_call(found, Metric::kValgrindInstructions);
  };
  // The first call is not among the epochs.
  EXPECT_EQ(value({clock(8), clock(8), begin, clock(9), clock(500), add,
                   clock(7), clock(2025), add, own_add, clock(7), clock(2425),
                   own_add, clock(8)}),
            100);
  EXPECT_EQ(value({begin, clock(7), clock(2025), add, clock(5)}), 0);
  EXPECT_EQ(value({clock(1), clock(2025), add, clock(2425), add}), 0);
  EXPECT_EQ(value({}), 0);
}

TEST(NanobenchProgram, CountsEpochs) {
  const auto made = answer("sorting/10 numbers", recorded());
  EXPECT_EQ(made.failure, "");
  EXPECT_EQ(made.observations.size(), 3U);
  const std::string two =
      R"({"iterations": 4, "elapsed": 2e-6}, {"iterations": 5, "elapsed": 1})";
  const auto own = answer("a", report(two));
  EXPECT_EQ(own.observations, (std::vector<double>{2000, 1e9}));
  EXPECT_EQ(own.iterations, 4U);
  EXPECT_EQ(own.warmup, 0U);
}

TEST(NanobenchProgram, CountsWhatTheProcessorCounts) {
  const std::string counted =
      R"({"iterations": 4, "elapsed": 2e-6, "instructions": 90, "cpucycles": 40,
          "pagefaults": 0, "contextswitches": 1})";
  Request request = run_request("a");
  request.metrics = {Metric::kInstructions, Metric::kPageFaults, Metric::kWall};
  const ForeignOutcome outcome{0, report(counted), "", std::nullopt};
  const auto made =
      nanobench_program().run({request, {"", "", "contextswitches"}}, outcome);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->failure, "");
  EXPECT_EQ(made->observations, std::vector<double>{90});
  EXPECT_EQ(made->others, (std::vector<std::vector<double>>{{0}, {1}}));
  const auto catalogue = nanobench_program().catalogue({}, outcome);
  ASSERT_TRUE(catalogue);
  for (const workload::MissingMetric& one : catalogue->missing) {
    EXPECT_NE(one.metric, Metric::kCycles);
  }
  EXPECT_EQ(catalogue->missing.at(0).reason,
            "is a program of nanobench, whose metrics are wall, instructions, "
            "cycles, branch-misses and page-faults");
}

TEST(NanobenchProgram, SaysWhyNothingWasCounted) {
  const auto catalogue =
      nanobench_program().catalogue({}, {0, recorded(), "", std::nullopt});
  ASSERT_TRUE(catalogue);
  EXPECT_EQ(catalogue->missing.back().metric, Metric::kPageFaults);
  EXPECT_EQ(catalogue->missing.back().reason,
            "is a program of nanobench that counted nothing, as where the "
            "processor's counters may not be used; allow that (sysctl "
            "kernel.perf_event_paranoid=1)");
  Request request = run_request("sorting/10 numbers");
  const auto made = nanobench_program().run({request, {"contextswitches"}},
                                            {0, recorded(), "", std::nullopt});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->failure,
            "has no counter \"contextswitches\": the benchmark has none");
}

TEST(NanobenchProgram, ReadsTheFileThatItNames) {
  const std::string one = R"({"iterations": 1, "elapsed": 1e-9})";
  const auto made = nanobench_program().run(
      run_request("a"), {0, "{\nno report\n}\n", "", report(one) + "\n"});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->observations, std::vector<double>{1});
}

TEST(NanobenchProgram, ReadsReportsThatFollowOneAnother) {
  const std::string one = R"({"iterations": 1, "elapsed": 1e-9})";
  const std::string both = "| table |\n" + report("") + report(one) + "\nend\n";
  EXPECT_EQ(answer("a", both).failure,
            "is the name of two benchmarks: they cannot be told apart; rename "
            "one of them, or leave them out with --filter");
}

TEST(NanobenchProgram, ReadsReportsOfOneLine) {
  const std::string line =
      R"({"results": [{"title": "benchmark", "name": "a", "measurements": )"
      R"([{"iterations": 1, "elapsed": 1e-9}]}]})";
  EXPECT_EQ(answer("a", "{no report}\n" + line + "\nend\n").observations,
            std::vector<double>{1});
}

TEST(NanobenchProgram, SaysWhyThereIsNoResult) {
  const std::string gone = "is no benchmark of its program any more";
  EXPECT_EQ(answer("b", recorded()).failure, gone);
  EXPECT_EQ(answer("b", "").failure, gone);
  EXPECT_EQ(answer("a", "{\n\"results\": [\"a\" \"b\"]\n}\n").failure,
            "has no result: what its program prints as JSON is none");
  EXPECT_EQ(answer("a", "{\n").failure,
            "has no result: what its program prints as JSON is none");
  EXPECT_EQ(answer("a", report("")).failure, "has no epochs");
  EXPECT_EQ(answer("a", report("{\"iterations\": 0, \"elapsed\": -1}")).failure,
            "has no valid time: a time is a number of ns, us, ms or s, 0 or "
            "more");
  EXPECT_FALSE(
      nanobench_program().run(run_request("a"), {1, "", "", std::nullopt}));
}

TEST(NanobenchProgram, ListsBenchmarks) {
  const auto list = [](const std::string& output) {
    return nanobench_program().catalogue({}, {0, output, "", std::nullopt});
  };
  const auto made = list(recorded());
  ASSERT_TRUE(made);
  ASSERT_EQ(made->entries.size(), 2U);
  EXPECT_EQ(made->entries[0].name, "sorting/10 numbers");
  EXPECT_EQ(made->entries[1].name, "sorting/1000 numbers");
  EXPECT_EQ(list(report(""))->entries.at(0).name, "a");
  EXPECT_EQ(list("| table |\n")->failure,
            "this program of nanobench does not print its results; have it "
            "call render(ankerl::nanobench::templates::json(), std::cout)");
  EXPECT_EQ(list("{\n")->failure,
            "this program's nanobench output is not JSON, perhaps because of "
            "names with quotes or backslashes");
  EXPECT_FALSE(nanobench_program().catalogue({}, {1, "", "", std::nullopt}));
}

TEST(NanobenchProgram, SaysWhatIsWanted) {
  const auto run = nanobench_program().execution(run_request("a b"), "/r");
  EXPECT_TRUE(run.arguments.empty());
  EXPECT_THAT(run.variables, Contains("SPL_BENCHMARK=a b"));
  EXPECT_THAT(run.variables, Contains("SPL_REPORT=/r"));
  EXPECT_THAT(run.without, Contains("NANOBENCH_ENDLESS"));
}

}  // namespace
}  // namespace nanobench
}  // namespace spl::runner
