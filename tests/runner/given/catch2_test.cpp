#include "runner/given/catch2.hpp"

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
              "thrower failed in " + recorded("catch2_" + version + "_1.xml") +
                  ": no \"file\"");
  }
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
      {report(test_case("t", benchmark("a", "100", "2"))),
       "x: line 4, column 1: of the 100 samples of a only the mean is here; "
       "Catch2 gives single ones by --benchmark-samples 1: make several such "
       "reports, for each is a run"},
      {report(benchmark("a", "many", "2")),
       "x: line 3, column 1: expected a number as \"samples\" of "
       "BenchmarkResults, found \"many\""},
      {report(benchmark("a", "1", "-nan")),
       "x: line 4, column 1: expected a number as \"value\" of mean, found "
       "\"-nan\""},
      {report(benchmark("a", "1", "-1")),
       "x: line 4, column 1: a duration is not negative"},
      {report("<BenchmarkResults name=\"a\" samples=\"1\"/>\n"),
       "x: line 3, column 1: expected <mean> in BenchmarkResults"},
      {report("  <BenchmarkResults name=\"a\"/>\n"),
       "x: line 3, column 3: expected a number as \"samples\" of "
       "BenchmarkResults, found \"\""},
      {report(benchmark("", "1", "1")),
       "x: line 3: expected a name; give each BENCHMARK of a section a name of "
       "its own, such as BENCHMARK(\"sort \" + std::to_string(n))"},
      {report(
           test_case("t", benchmark("a", "1", "1") + benchmark("a", "1", "2"))),
       "x: line 7: this is the second benchmark that is called \"t/a\"; give "
       "each BENCHMARK of a section a name of its own, such as "
       "BENCHMARK(\"sort \" + std::to_string(n))"},
      {report(""),
       "x: there are no benchmarks in this report; select their test cases: "
       "PROGRAM \"[!benchmark]\" --reporter xml --benchmark-samples 1"},
      {report(nested),
       "x: line 3, column 193: elements are nested at most 64 levels deep"},
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

TEST_F(Catch2, HasTheWallClockOnly) {
  EXPECT_EQ(message(report(benchmark("a", "1", "2")), workload::Metric::kCpu),
            "x: reports of Catch2 are taken for --metric wall, not for cpu");
}

TEST_F(Catch2, CountsEachRunOnce) {
  const auto one = folder_.write("one", report(benchmark("a", "1", "2")));
  const auto copy = folder_.write("copy", report(benchmark("a", "1", "2")));
  EXPECT_EQ(message(std::vector<std::string>{one, copy}),
            "copy: the benchmarks are those of one, and each file counts as a "
            "run of its own; give each run once");
}

}  // namespace
}  // namespace catch2
}  // namespace spl::runner
