#include <cmath>
#include <tuple>

#include "runner/given/report_kind.hpp"

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace catch2 {
namespace {

using statistics::Runs;
using Catch2 = GivenText;

/// What Catch2 writes of a benchmark.
std::string benchmark(const std::string& name, const std::string& samples,
                      const std::string& mean) {
  return "<BenchmarkResults name=\"" + name + "\" samples=\"" + samples +
         "\">\n<mean value=\"" + mean + "\"/>\n</BenchmarkResults>\n";
}

std::string report(const std::string& inner) {
  return "<?xml version=\"1.0\"?>\n<Catch2TestRun name=\"x\">\n" + inner +
         "</Catch2TestRun>\n";
}

std::string test_case(const std::string& name, const std::string& inner) {
  return "<TestCase name=\"" + name + "\">\n" + inner + "</TestCase>\n";
}

// Of version 2 and of version 3, whose elements differ.
TEST_F(Catch2, HasAnObservationInEachFile) {
  for (const std::string version : {"2", "3"}) {
    const GivenObservations given =
        read_observations({recorded("catch2_" + version + "_1.xml"),
                           recorded("catch2_" + version + "_2.xml")});
    EXPECT_EQ(given.metric, "wall");
    EXPECT_EQ(names(given),
              (std::vector<std::string>{
                  "\"Failing/thrower\"", "\"Sorting/sort 10\"",
                  "\"Sorting/sort(1000)\"", "\"Sorting/stable_sort <1000>\""}));
    EXPECT_EQ(runs(given, "Sorting/sort(1000)"),
              version == "2" ? (Runs{{15626.8}, {17675.2}})
                             : (Runs{{18846.5}, {22485.3}}));
    EXPECT_EQ(failure(given, "Failing/thrower"),
              "Failing/thrower failed in " +
                  recorded("catch2_" + version + "_1.xml") + ": no \"file\"");
  }
}

TEST_F(Catch2, HasAnEndOfNames) {
  std::string inner;
  for (int i = 0; i < 100; ++i) {
    inner += benchmark("b" + std::to_string(i), "1", "2");
  }
  const GivenObservations given = read_observations({folder_.write(
      "x", report(test_case(std::string(100'000, 'a'), inner)))});
  EXPECT_EQ(given.performances.size(), 80);
  ASSERT_EQ(given.warnings.size(), 1);
  EXPECT_EQ(without_folder(to_text(given.warnings.front())),
            "x: benchmarks after the first 16 MB of names are left out");
}

// In minutes, if each benchmark looked for the name of its test case.
TEST_F(Catch2, HasAnEndOfAttributes) {
  std::string attributes;
  for (int i = 0; i < 100'000; ++i) attributes += "a=\"\" ";
  std::string inner;
  for (int i = 0; i < 20'000; ++i) {
    inner += benchmark("b" + std::to_string(i), "1", "2");
  }
  const GivenObservations given = read_observations({folder_.write(
      "x",
      report("<TestCase " + attributes + "name=\"a\"><Section " + attributes +
             "name=\"b\">" + inner + "</Section></TestCase>"))});
  EXPECT_EQ(given.performances.size(), 20'000);
  EXPECT_EQ(names(given).front(), "\"a/b0\"");
}

TEST_F(Catch2, CallsBenchmarksAfterTestCasesAndSections) {
  const auto path = folder_.write(
      "x",
      report(test_case("maps", benchmark("find", "1", "2") +
                                   "<Section name=\"large\">" +
                                   benchmark("find", "1", "3") +
                                   benchmark("put", "1", "4") + "</Section>") +
             test_case("sets", benchmark("find", "1", "5"))));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"maps/find\"", "\"maps/large/find\"",
                                      "\"maps/put\"", "\"sets/find\""}));
  EXPECT_EQ(runs(given, "maps/large/find"), (Runs{{3}}));
}

TEST_F(Catch2, MayBeginWithBlanksAndAByteOrderMark) {
  EXPECT_TRUE(is_xml("<a/>"));
  EXPECT_TRUE(is_xml("\xEF\xBB\xBF \n<a/>"));
  EXPECT_FALSE(is_xml("{ \"a\": \"<\" }"));
  EXPECT_FALSE(is_xml(""));
  const auto path =
      folder_.write("x", "\xEF\xBB\xBF" + report(benchmark("a", "1", "2")));
  EXPECT_EQ(runs(read_observations({path}), "a"), (Runs{{2}}));
}

TEST_F(Catch2, IsRefusedWithThePlaceAndTheRemedy) {
  struct Row {
    std::string text;
    std::string message;
  };
  const std::string deep(65, 's');
  std::string nested;
  for (const char c : deep) nested += std::string("<") + c + '>';
  for (const char c : deep) nested += std::string("</") + c + '>';
  const Row rows[] = {
      {report(""),
       "x: there are no benchmarks in this report; select their test cases: "
       "PROGRAM \"[!benchmark]\" --reporter xml --benchmark-samples 1"},
      {report(nested),
       "x: there are no benchmarks in this report; select their test cases: "
       "PROGRAM \"[!benchmark]\" --reporter xml --benchmark-samples 1"},
      {"<?xml version=\"1.0\"?>\n<testsuites></testsuites>",
       "x: line 2, column 1: this is no report with benchmarks: of the "
       "reporters of Catch2 only xml has them (PROGRAM \"[!benchmark]\" "
       "--reporter xml --benchmark-samples 1)"},
      {"<",
       "x: line 1, column 1: this is not valid XML; let the program come "
       "to its end"},
      {"<Catch>\n<Group>\n",
       "x: line 2, column 8: this is not valid XML; let the program come to "
       "its end"}};
  for (const Row& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

// Every beginning of a good report is refused, none crashes.
TEST_F(Catch2, IsRefusedWhereItIsCutOff) {
  const std::string good = report(test_case("t", benchmark("a", "1", "2")));
  for (std::size_t size = 0; size + 1 < good.size(); ++size) {
    EXPECT_NE(message(good.substr(0, size)), "no error") << size;
  }
}

// What one benchmark lacks is no fault of the others.
TEST_F(Catch2, FailsWhereABenchmarkHasNoValidMean) {
  const std::string invalid =
      " has no valid time in x: a time is a number of ns, us, ms or s, 0 or "
      "more";
  const auto path = folder_.write(
      "x",
      report(
          test_case(
              "t", benchmark("nan", "1", "-nan") + benchmark("low", "1", "-1") +
                       "<BenchmarkResults name=\"none\" samples=\"1\"/>\n" +
                       benchmark("", "1", "1") + benchmark("two", "1", "1") +
                       benchmark("two", "1", "2") + benchmark("a", "1", "2")) +
          test_case("bad", benchmark("b", "1", "2") +
                               "<OverallResult success=\"false\"/>")));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(runs(given, "t/a"), (Runs{{2}}));
  for (const char* name : {"t/nan", "t/low", "t/none"}) {
    EXPECT_EQ(without_folder(failure(given, name)), name + invalid);
  }
  EXPECT_EQ(without_folder(failure(given, "t/two")),
            "t/two is the name of two benchmarks in x: they cannot be told "
            "apart; rename one of them, or leave them out with --filter");
  EXPECT_EQ(without_folder(failure(given, "bad/b")),
            "bad/b is of no use in x: its test case failed");
  EXPECT_EQ(given.warnings.size(), 1U);  // Of the benchmark without a name.
  EXPECT_EQ(without_folder(failure(
                read_observations({path}, workload::Metric::kCpu), "t/a")),
            "t/a" + invalid);
}

/// Whether Welch's test sees the mean and the deviation of a summary.
TEST_F(Catch2, HasMeanAndDeviationOfManySamples) {
  for (const auto& [samples, mean, deviation] :
       {std::tuple(100, 20.5, 2.0), std::tuple(7, 3e6, 1e3),
        std::tuple(2, 5.0, 0.25), std::tuple(1'000'000, 8.0, 4.0)}) {
    const auto path = folder_.write(
        "x", report("<BenchmarkResults name=\"a\" samples=\"" +
                    std::to_string(samples) + "\"><mean value=\"" +
                    std::to_string(mean) + "\"/><standardDeviation value=\"" +
                    std::to_string(deviation) + "\"/></BenchmarkResults>"));
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(runs(given, "a"), (Runs{{mean}}));
    const GivenPerformance& one = given.performances.at({"a", "", "", "", {}});
    EXPECT_EQ(one.calls, samples);
    ASSERT_TRUE(one.spread);
    const auto& values = one.spread->runs().front();
    double sum = 0;
    double squares = 0;
    for (const double value : values) sum += value;
    for (const double value : values) squares += std::pow(value - mean, 2);
    const auto count = static_cast<double>(values.size());
    EXPECT_NEAR(sum / count, mean, mean * 1e-12);
    EXPECT_NEAR(squares / (count - 1) / count, deviation * deviation / samples,
                deviation * deviation / samples * 1e-9);
  }
}

TEST_F(Catch2, CountsEachRunOnce) {
  const auto one = folder_.write("one", report(benchmark("a", "1", "2")));
  const auto copy = folder_.write("copy", report(benchmark("a", "1", "2")));
  EXPECT_EQ(message(std::vector<std::string>{one, copy}),
            "copy: the benchmarks are those of one, and each file counts as a "
            "run of its own; give each run once");
}

TEST_F(Catch2, FailsTestsManyTimesInLinearTime) {
  std::string all;
  for (int i = 0; i < 50'000; ++i) {
    all += benchmark("b" + std::to_string(i), "1", "2");
  }
  for (int i = 0; i < 400'000; ++i) all += "<OverallResult success='false'/>";
  EXPECT_EQ(failure(read_observations({folder_.write("x", report(all))}), "b7"),
            "b7 is of no use in " + (folder_.path() / "x").string() +
                ": its test case failed");
}

}  // namespace
}  // namespace catch2
}  // namespace spl::runner
