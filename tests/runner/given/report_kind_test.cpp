#include "runner/given/report_kind.hpp"

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace {

using ReportKinds = GivenText;

TEST_F(ReportKinds, AreKnownByTheirKeys) {
  const auto kind = [](const std::string& text) {
    return kind_of(JsonText("x", text));
  };
  EXPECT_EQ(kind(R"({ "schema": 1 })"), ReportKind::kData);
  EXPECT_EQ(kind(R"({ "benchmarks": 1 })"), ReportKind::kGoogleBenchmark);
  EXPECT_EQ(kind(R"({ "results": [] })"), ReportKind::kHyperfine);
  EXPECT_EQ(kind(R"({ "results": [{ "command": "a" }] })"),
            ReportKind::kHyperfine);
  for (const char* key : {"epochs", "measurements", "median(elapsed)"}) {
    EXPECT_EQ(kind(R"({ "results": [{ ")" + std::string(key) + R"(": 1 }] })"),
              ReportKind::kNanobench);
  }
  EXPECT_EQ(kind(R"({ "machine_info": {}, "benchmarks": [] })"),
            ReportKind::kPytest);
  EXPECT_EQ(kind(R"({ "benchmarks": [{ "stats": {} }] })"),
            ReportKind::kPytest);
  EXPECT_EQ(kind(R"({ "mean": { "point_estimate": 1 } })"),
            ReportKind::kCriterion);
  EXPECT_EQ(kind(R"({ "sampling_mode": "Flat", "iters": [1], "times": [2] })"),
            ReportKind::kCriterion);
}

TEST_F(ReportKinds, AreNotMixed) {
  const std::string spl = folder_.write("spl", R"({ "schema": 1, "unit": "ns",
    "performances": { "M": { "runs": [[1]] } } })");
  const std::string google = folder_.write("google", R"({ "benchmarks": [
      { "name": "a", "real_time": 3, "time_unit": "us" }] })");
  EXPECT_EQ(message(std::vector<std::string>{spl, google}),
            "google: this is a report of Google Benchmark, but spl is a data "
            "file of SPL; give only files of one kind");
  EXPECT_EQ(message(std::vector<std::string>{recorded("catch2_3_1.xml"),
                                             recorded("hyperfine_1.json")}),
            recorded("hyperfine_1.json") +
                ": this is a report of hyperfine, "
                "but " +
                recorded("catch2_3_1.xml") +
                " is a report of Catch2; give only files of one kind");
  EXPECT_EQ(
      message(std::vector<std::string>{google, recorded("nanobench_1.json")}),
      recorded("nanobench_1.json") +
          ": this is a report of nanobench, but google is a report of Google "
          "Benchmark; give only files of one kind");
}

// As the tools write them; the beginnings are those of their own tables.
TEST_F(ReportKinds, WithoutObservationsAreRefusedWithTheOptionThatGivesThem) {
  const std::string hyperfine =
      "x: this table of hyperfine has means only, not the times of runs; let "
      "hyperfine write them with --export-json";
  const std::string google_benchmark =
      "x: this is no JSON; let Google Benchmark write it with "
      "--benchmark_out_format=json or --benchmark_format=json";
  const std::string nanobench =
      "x: this table of nanobench has medians only, not the measurements; "
      "render the report with ankerl::nanobench::templates::json()";
  struct Row {
    std::string text;
    std::string message;
  };
  const Row rows[] = {
      {"command,mean,stddev,median,user,system,min,max\nls,1,1,1,1,1,1,1\n",
       hyperfine},
      {"| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n", hyperfine},
      {"| Command  |  Mean [ms] |  Min [ms] |  Max [ms] |  Relative |\n",
       hyperfine},
      {"[cols=\"<,>,>,>,>\"]\n|===\n", hyperfine},
      {"name,iterations,real_time,cpu_time,time_unit\n", google_benchmark},
      {"2026-11-25T17:33:14+00:00\nRunning ./bench\nRun on (2 X 2096.01 MHz "
       "CPU "
       "s)\nname,iterations,real_time,cpu_time,time_unit\n",
       google_benchmark},
      {"\"title\"; \"name\"; \"unit\"; \"batch\"\n", nanobench},
      {"\"title\";\"name\";\"unit\";\"batch\"\n", nanobench},
      {"\n|               ns/op |                op/s |    err% |\n",
       nanobench},
      {"-----\nBenchmark           Time             CPU   Iterations\n",
       google_benchmark},
      {"benchmark name                       samples       iterations\n",
       "x: this is Catch2's output for people; let Catch2 write XML with "
       "--reporter xml --benchmark-samples 1"},
      {R"({ "benchmarks": [{ "runs": [{ "values": [1e-9] }] }],
            "metadata": {}, "version": "1.0" })",
       "x: this is a report for pyperf; render that of nanobench with "
       "ankerl::nanobench::templates::json()"},
      {R"({ "version": 1, "metadata": {}, "test-run": {} })",
       "x: this report has no benchmarks: of the reporters of Catch2 only xml "
       "has them (--reporter xml --benchmark-samples 1)"}};
  for (const Row& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(ReportKinds, ThatAreNotReadAreNamedWithTheWay) {
  const std::pair<const char*, const char*> rows[] = {
      {R"([{ "benchmark": "a", "primaryMetric": { "score": 1 } }])", "JMH"},
      {R"({ "Title": "x", "HostEnvironmentInfo": {}, "Benchmarks": [] })",
       "BenchmarkDotNet"},
      {R"({ "files": [{ "filepath": "a", "groups": [] }] })", "vitest"},
      {R"([{ "Julia": "1.9.0", "BenchmarkTools": {} }, []])",
       "Julia's BenchmarkTools"},
      {R"({ "Run": {}, "Tests": [] })", "LNT"},
      {R"({ "a": { "latency": { "value": 1 } } })", "Bencher (BMF)"}};
  for (const auto& [text, tool] : rows) {
    EXPECT_TRUE(message(std::string(text))
                    .starts_with("x: this is a report of " + std::string(tool) +
                                 ", which is not read; read are JSON of "))
        << text << message(std::string(text));
  }
  for (const char* text : {"{}", "[]", "[1]", R"({ "a": 1 })", "5"}) {
    EXPECT_TRUE(message(std::string(text))
                    .starts_with("x: this is no report that is read; read "))
        << text << message(std::string(text));
  }
  for (const char* text :
       {"<!DOCTYPE html><p>", "\n<html>", "<!doctype HTML>"}) {
    EXPECT_TRUE(message(std::string(text))
                    .starts_with("x: this is HTML, a page for people; "))
        << text;
  }
  EXPECT_TRUE(message(std::string(R"([{ "benchmarks": [] }])"))
                  .starts_with("x: this is a list of reports; "));
  EXPECT_TRUE(
      message(std::string("loading\n{\n\"benchmarks\": []\n}\n"))
          .starts_with("x: a program printed other lines before its JSON; "));
}

}  // namespace
}  // namespace spl::runner
