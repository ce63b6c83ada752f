// Reports of Catch2 2.13.10 (Debian's) and 3.7.1, as programs of these wrote
// them.

#include "runner/tools/translator.hpp"

#include <gmock/gmock.h>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace catch2 {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using workload::Request;

constexpr const char* kThousand =
    "sorting, of [few] numbers/1000 numbers <&\">";

std::string recorded(const std::string& name) {
  return read_file(std::string(SPL_TEST_DATA) + "/../tools/data/catch2_" +
                   name + ".xml");
}

Request run_request(const std::string& method) {
  Request request;
  request.task = Request::Task::kRun;
  request.method = method;
  request.observation_ns = 250'000;
  return request;
}

workload::RunAnswer answer(const std::string& method,
                           const std::string& report) {
  const auto answer =
      catch2_program().run(run_request(method), {0, "", "", report});
  return answer ? *answer : failed_run("no answer");
}

TEST(Catch2Program, HasNoTimesOfSingleCalls) {
  Request request = run_request("a");
  request.observation_ns = 0;
  const auto made = catch2_program().run(request, {0, "", "", "<Catch2/>"});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->failure,
            "has no times of single calls, for Catch2 times batches of them; "
            "compare the mean or the median");
}

TEST(Catch2Program, FindsWhatValgrindCounted) {
  ForeignRequest request = run_request(kThousand);
  request.is_counted = true;
  EXPECT_THAT(catch2_program().execution(request, "/r").arguments,
              IsSupersetOf({"--benchmark-samples", "1", "100"}));
  const ForeignOutcome outcome{0, "", "", recorded("2.13.10")};
  const auto dump = [](const std::string& function, double count) {
    return CallgrindDump{"--dump-before=Catch::" + function, {"Ir"}, {count}};
  };
  const CallgrindDump begin = dump("XmlReporter::benchmarkPreparing(a)", 900);
  const CallgrindDump sampling = dump("XmlReporter::benchmarkStarting(a)", 800);
  const auto call = [&](double count) {
    return dump("Benchmark::Detail::BenchmarkFunction::model<f>::call(a)",
                count);
  };
  const auto value = [&](const std::vector<CallgrindDump>& dumps) {
    const auto found = catch2_program().counted(request, outcome, dumps);
    return found.empty()
               ? 0
               : value_of_call(found, workload::Metric::kValgrindInstructions);
  };
  // The first benchmark of the report is another one.
  EXPECT_EQ(value({begin, call(70), call(19), sampling, call(9), begin,
                   call(70), call(109), call(209), sampling, call(5000)}),
            100);
  EXPECT_EQ(value({begin, sampling, begin, call(70), call(109), sampling}),
            109);
  EXPECT_EQ(value({begin, sampling, begin, call(70), sampling}), 800);
  EXPECT_EQ(value({begin, sampling, begin, call(70), call(109), call(209),
                   call(409), call(809), call(1609), call(3207), sampling}),
            100);
  EXPECT_EQ(value({begin, call(70), call(109), call(209), sampling}), 0);
  EXPECT_EQ(value({begin, sampling, begin, sampling}), 0);
  EXPECT_EQ(value({}), 0);
}

TEST(Catch2Program, TakesTheMeanOfARun) {
  const auto ten =
      answer("sorting, of [few] numbers/10 numbers", recorded("2.13.10"));
  EXPECT_EQ(ten.failure, "");
  EXPECT_THAT(ten.observations, ElementsAre(39.4278));
  EXPECT_EQ(ten.iterations, 50 * 411U);
  EXPECT_EQ(ten.counted_ns, 0U);
  const auto thousand = answer(kThousand, recorded("2.13.10"));
  EXPECT_THAT(thousand.observations, ElementsAre(8932.21));
}

TEST(Catch2Program, ReadsReportsOfVersion3) {
  const auto ten =
      answer("sorting, of [few] numbers/10 numbers", recorded("3.7.1"));
  EXPECT_EQ(ten.failure, "");
  EXPECT_EQ(ten.observations.size(), 1U);
  EXPECT_EQ(answer(kThousand, recorded("3.7.1")).failure, "");
  EXPECT_EQ(answer("throws/that fails", recorded("3.7.1_throws")).failure,
            "failed: no table");
}

TEST(Catch2Program, SaysWhyThereIsNoResult) {
  EXPECT_EQ(answer("throws/that fails", recorded("2.13.10_throws")).failure,
            "failed: no table");
  EXPECT_EQ(answer("a/b", recorded("2.13.10")).failure,
            "is no benchmark of its program any more");
  EXPECT_EQ(answer("a/b", "<Catch><TestCase name=\"a\">").failure,
            "has no result: the report of its program is no XML");
  const std::string test = "<Catch><TestCase name=\"a\">";
  const std::string bench =
      "<BenchmarkResults name=\"b\" iterations=\"2\"><mean value=\"5\"/>"
      "</BenchmarkResults>";
  const std::string bad =
      "<OverallResult success=\"false\"/></TestCase></Catch>";
  EXPECT_EQ(answer("a/b", test + bench + bad).failure,
            "is of no use: its test case failed");
  EXPECT_EQ(answer("a/b", test + bad).failure,
            "was not reached, for its test case failed");
  const std::string good = "</TestCase></Catch>";
  EXPECT_EQ(answer("a/b", test + bench + good).failure, "");
  EXPECT_EQ(answer("a/b", test + bench + bench + good).failure,
            "is the name of two benchmarks: they cannot be told apart; rename "
            "one of them, or leave them out with --filter");
  EXPECT_EQ(
      answer("a/b",
             test + "<BenchmarkResults name=\"b\"></BenchmarkResults>" + good)
          .failure,
      "has no valid time: a time is a number of ns, us, ms or s, 0 or more");
}

TEST(Catch2Program, HasNoAnswerOfWhatEndedEarly) {
  EXPECT_FALSE(
      catch2_program().run(run_request("a/b"), {255, "", "", std::nullopt}));
  const std::string cut = "<Catch><TestCase name=\"a\"><BenchmarkResults";
  EXPECT_FALSE(catch2_program().run(run_request("a/b"), {3, "", "", cut}));
  EXPECT_FALSE(catch2_program().catalogue({}, {255, "", "", std::nullopt}));
}

TEST(Catch2Program, ListsBenchmarks) {
  const auto answer =
      catch2_program().catalogue({}, {0, "", "", recorded("2.13.10")});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->entries.size(), 2U);
  EXPECT_EQ(answer->entries[0].name, "sorting, of [few] numbers/10 numbers");
  EXPECT_EQ(answer->entries[1].name, kThousand);
  EXPECT_TRUE(answer->chooses_iterations);
  EXPECT_EQ(answer->missing.at(0).reason,
            "is a program of Catch2, whose only metric is wall");
}

TEST(Catch2Program, SaysWhyNoBenchmarkIsListed) {
  const std::string empty = "<Catch name=\"a\"><Group name=\"a\"/></Catch>";
  const auto answer = catch2_program().catalogue({}, {0, "", "", empty});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->failure,
            "this program of Catch2 has no benchmarks in test cases with the "
            "tag [!benchmark], and other test cases are not executed; write "
            "TEST_CASE(\"sorting\", \"[!benchmark]\")");
}

TEST(Catch2Program, ExecutesOneTestCase) {
  const auto words =
      catch2_program().execution(run_request("a, [b]/c/d"), "/r").arguments;
  EXPECT_EQ(words.front(), "a\\, \\[b\\],a\\, \\[b\\]/c");
  EXPECT_THAT(words, Contains("/r"));
  EXPECT_EQ(catch2_program().execution({}, "/r").arguments.front(),
            "[!benchmark]");
  EXPECT_EQ(test_specification("~a\\\"b\""), "\\~a\\\\\\\"b\\\"");
}

}  // namespace
}  // namespace catch2
}  // namespace spl::runner
