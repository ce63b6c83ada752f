// spl-run in a scripted world: whole outputs and exit statuses.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Script kMeans = means(
    {{"a(1)", 100}, {"a(2)", 200}, {"b(1)", 110}, {"b(2)", 230}, {"c", 100}});

class Application : public ::testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-p", "sample"});
    return world_.run(arguments);
  }

  TemporaryFolder folder_;
  SampleWorld world_{kMeans};
};

TEST_F(Application, ReportsFormulasThatHold) {
  const std::string path =
      folder_.write("x.spl", "a(n) < b(n)\nsame: a(1) <= c(1)\n");
  EXPECT_EQ(run({path}), 0);
  EXPECT_EQ(world_.err, "");
  EXPECT_EQ(
      world_.out,
      path +
          ":1: holds: a(n) < b(n)\n"
          "    n = 1  100 ns  9.1% shorter than     110 ns  (8.6..9.5%)\n"
          "    n = 2  200 ns  13.1% shorter than  230.1 ns  "
          "(12.6..13.5%)\n" +
          path +
          ":2: holds: same: a(1) <= c(1)\n"
          "    100 ns  about as long as  100 ns  (at most 0.4% longer)\n"
          "\n2 formulas hold, 20 s. Each range covers the true value in at "
          "least 98% of reports.\n");
}

TEST_F(Application, SaysWhatIsMeasuredInOneLayout) {
  world_.recorded["sample"].problem =
      "its objects have changed; build it again";
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-e", "a(1) < 5 us"}), 0);
  EXPECT_EQ(
      world_.out,
      "<formula 1>: holds: a(1) < b(1)\n"
      "    100 ns  9.1% shorter than  110 ns  (8.6..9.5%)\n"
      "<formula 2>: holds: a(1) < 5 us\n"
      "    100 ns  (99..101)  allowed: 5 us\n"
      "warning: a difference may come from layouts, not from code: a program "
      "is measured in one layout (sample: its objects have changed; build it "
      "again); give -s layouts=1 if the question is about this layout\n"
      "\n2 formulas hold, 10 s. Each range covers the true value in at least "
      "98% of "
      "reports.\n");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "layouts=1"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("layout")));
  EXPECT_THAT(world_.out,
              HasSubstr("of reports.\nWhere code and data lie is this build's "
                        "own, and can make a difference by itself.\n"));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "layouts=1", "-s", "heap=drawn"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("\nWhere code lies is this build's own, "));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "heap=kept"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("\nWhere data lie is this build's own, "));
  EXPECT_EQ(
      run({"-e", "a(1) < b(1)", "-s", "layouts=1", "--metric=allocations"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("Where ")));
  // No layout changes what a program allocates.
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--metric", "allocations"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("layout")));
}

TEST_F(Application, MeasuresFreshLinksOfWhatWasRecorded) {
  world_.recorded["sample"].pack = "pack";
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("layout")));
  ASSERT_EQ(world_.layouts.size(), 1U);
  EXPECT_EQ(world_.layouts[0].programs.at("sample").pack, "pack");
  EXPECT_EQ(world_.launcher.blocks.at(0).runs[0].program, "sample, linked 1");
  EXPECT_EQ(world_.launcher.blocks.at(9).runs[1].program, "sample, linked 10");
  EXPECT_EQ(run({"rank", "a(1), b(1)"}), 0);
  EXPECT_EQ(world_.layouts.size(), 2U);
}

TEST_F(Application, LinksNothingThatItDoesNotMeasure) {
  world_.recorded["another"].pack = "pack";  // Asking for it would fail.
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_EQ(run({"check", "-e", "a(1) < b(1)"}), 0);
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "layouts=1"}), 0);
}

TEST_F(Application, TellsExitStatuses) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 0);
  EXPECT_EQ(run({"-e", "a(1) > b(1)"}), 1);
  EXPECT_EQ(run({"-e", "a(1) < b"}), 2);
  EXPECT_EQ(run({"-e", "a(3) < b(1)"}), 3);
  // The worst first: 2, 1, 3.
  EXPECT_EQ(run({"-e", "a(3) < b(1)", "-e", "a(1) > b(1)"}), 1);
  EXPECT_EQ(run({"-e", "a(1) > b(1)", "-e", "a < b(1)"}), 2);
}

TEST_F(Application, GoesOnAfterARunThatFailed) {
  EXPECT_EQ(run({"-e", "a(3) < b(1)", "-e", "a(1) < b(1)"}), 3);
  EXPECT_EQ(world_.out,
            "<formula 2>: holds: a(1) < b(1)\n"
            "    100 ns  9.1% shorter than  110 ns  (8.6..9.5%)\n"
            "<formula 1>: error: a(3) < b(1)\n"
            "  ! a(3) was killed by signal 11 (Segmentation fault)\n"
            "        rerun: spl-run -v -e 'a(3) < b(1)' -p sample\n"
            "\n1 of 2 formulas with an error, 1 holds, 10 s. Each range covers "
            "the true value in at least 98% of reports.\n");
}

TEST_F(Application, NamesTheLevelAndTestOfEachFile) {
  const std::string path = folder_.write(
      "x.spl", "set alpha = 0.2; set interpretation = welch\na(1) < b(1)");
  EXPECT_EQ(run({path, "-v"}), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "Each range covers the true value in at least 60% of reports."));
  EXPECT_THAT(world_.out, HasSubstr("right, alpha 20 %, welch; seed 42."));
  EXPECT_EQ(run({path, "-v", "-e", "a(1) < b(1)"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("decided at the levels that the files set"));
}

TEST_F(Application, ShowsAFormulaThatIsNoConjunction) {
  EXPECT_EQ(run({"-e", "not (a(1) < b(1) and a(2) < b(2))"}), 1);
  EXPECT_THAT(world_.out,
              HasSubstr("violated: not (a(1) < b(1) and a(2) < b(2))\n"
                        "  x false  a(1) >= b(1)  100 ns  9.1% shorter"));
}

TEST_F(Application, ShowsTheQuotientWithoutTheFactor) {
  EXPECT_EQ(run({"-v", "-e", "a(1) <= 2 * b(1)"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("ratio 0.4545 (0.4525 .. 0.4566); 10 blocks, as "
                        "planned\n"));
  EXPECT_THAT(world_.out, HasSubstr("100 ns  9.1% shorter than  110 ns"));
}

TEST_F(Application, ShowsTheDifferenceWhereNoRatioTells) {
  EXPECT_EQ(run({"-e", "a(1) + b(1) <= 0"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("  x 210 ns  longer than  0 ns\n"));
}

TEST_F(Application, ClaimsToSeeNothingWhereNothingVaried) {
  SampleWorld still([](const RunOrder&, std::size_t) {
    workload::RunAnswer answer;
    answer.observations = {5, 5};
    answer.iterations = 1;
    return answer;
  });
  EXPECT_EQ(still.run({"-e", "a(1) <= b(1)", "-p", "sample"}), 0);
  EXPECT_THAT(still.out, HasSubstr("  5.00 ns  as long as  5.00 ns  (the same "
                                   "in every run)\n"));
}

TEST_F(Application, DecidesOnTheMetricAskedFor) {
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-e", "b(1) <= 130", "--metric",
                 "allocations", "--json", "-"}),
            0);
  EXPECT_THAT(world_.launcher.blocks[0].runs[0].metrics,
              ElementsAre(workload::Metric::kAllocations));
  EXPECT_THAT(world_.out, HasSubstr("\"metric\": \"allocations\""));
  EXPECT_THAT(world_.out, HasSubstr("\"unit\": \"1\""));
  EXPECT_THAT(world_.err,
              HasSubstr("100  9.09% fewer than  110  (the same in every "
                        "run)"));
}

TEST_F(Application, RecordsOtherMetricsInTheSameRuns) {
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-s", "record=allocations,wall,cpu",
                 "--json", "-", "-s", "observations-in-json", "-v"}),
            0);
  EXPECT_THAT(
      world_.launcher.blocks[0].runs[0].metrics,
      ElementsAre(workload::Metric::kWall, workload::Metric::kAllocations,
                  workload::Metric::kCpu));
  EXPECT_THAT(world_.out, HasSubstr("\"metric\": \"wall\""));
  EXPECT_THAT(world_.err, HasSubstr("\n    allocations: median 1000\n"));
  EXPECT_THAT(world_.err, HasSubstr("\n    cpu: median 1 us\n"));
  EXPECT_THAT(world_.out, HasSubstr("\"metric\": \"allocations\""));
}

// Allocations follow the time of runs, and fall inside them while it rises.
TEST_F(Application, CorrelatesWhatIsRecorded) {
  world_.launcher.follow([](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer;
    answer.iterations = 100;
    answer.warmup = 2;
    const auto run = static_cast<double>(block % 5);
    answer.others.emplace_back();
    for (std::size_t i = 0; i < order.observations; ++i) {
      const double step = 0.125 * static_cast<double>(i);
      answer.observations.push_back(100 + run + step);
      answer.others.front().push_back(200 + run - step);
    }
    return answer;
  });
  (void)run(
      {"-e", "a(1) <= b(1)", "-s", "record=allocations", "-v", "--json", "-"});
  EXPECT_THAT(world_.err,
              HasSubstr("; correlation with wall 1.00 over runs, -1.00 within "
                        "them\n"));
  const auto recorded = nlohmann::json::parse(
      world_.out)["performances"][0]["recorded"][0]["correlation"];
  EXPECT_NEAR(recorded["runs"], 1, 1e-12);
  EXPECT_NEAR(recorded["observations"], -1, 1e-12);
}

TEST_F(Application, RefusesTimesBesideCounts) {
  EXPECT_EQ(run({"-e", "a(1) <= 30 ns", "--metric", "page-faults"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:9: error: counts (unit 1) are compared here; a "
            "number beside them is plain, without a unit\n"
            "1 | a(1) <= 30 ns\n"
            "  |         ^\n");
  EXPECT_EQ(run({"-e", "a(1) <= 30", "--metric", "cpu"}), 2);
}

TEST_F(Application, TakesTheMetricThatAFileSets) {
  const TemporaryFolder folder;
  const std::string path = folder.write("f.spl",
                                        "a(1) <= 200 ns\n"
                                        "set metric = allocations\n"
                                        "a(1) <= 200\n");
  EXPECT_EQ(run({path, "-v"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("a(1) <= 200 ns"));
  EXPECT_THAT(world_.out, HasSubstr(": median 100 ns ("));
  EXPECT_THAT(world_.out, HasSubstr(": median 100 (100 .. 100 at"));
}

TEST_F(Application, RefusesCountersOfWorkloadsOfSpl) {
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "--metric", "alocations"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: <formula 1>:1: formula1 needs the metric "
            "alocations, but sample has workloads of SPL, which have no "
            "counters; did you mean \"allocations\"?\n");
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-s", "record=bytes_per_second"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("which have no counters; --help lists the "
                                    "metrics\n"));
  EXPECT_TRUE(world_.launcher.blocks.empty());
}

TEST_F(Application, RefusesAMetricThatIsMissingBeforeItMeasures) {
  world_.launcher.missing = {{workload::Metric::kCycles,
                              "runs on a machine without a counter of cycles"}};
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "--metric", "cycles"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: <formula 1>:1: formula1 needs the metric cycles, "
            "but sample runs on a machine without a counter of cycles\n");
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-s", "record=cycles"}), 2);
  EXPECT_TRUE(world_.launcher.blocks.empty());
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-s", "record=cycles", "check"}), 0);
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-s", "record=cpu"}), 0);
}

TEST_F(Application, ChecksWithoutPrograms) {
  const std::vector<std::string> check{"check", "--offline", "-p", "absent",
                                       "-e"};
  const auto checked = [&](const std::string& formula) {
    std::vector<std::string> arguments = check;
    arguments.push_back(formula);
    return run(arguments);
  };
  EXPECT_EQ(checked("anything(1) < other@v9(1)"), 0);
  EXPECT_EQ(world_.err, "");
  EXPECT_EQ(world_.out,
            "1 formula: no errors; the relations of all are known once the "
            "programs are built\n");
  EXPECT_EQ(checked("anything(1) <"), 2);
  EXPECT_EQ(run({"--offline", "-e", "a(1) < b(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --offline goes with check; leave it out, or write "
            "spl-run check first\n");
}

TEST_F(Application, RefusesSidesThatAreBuiltDifferently) {
  world_.launcher.lacking = {{"sample", {"b", "c"}}, {"copy", {"a", "c"}}};
  world_.launcher.builds["copy"] = {"Clang 14", false, true, "address"};
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-p", "copy"}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: <formula 1>:1: formula1 compares programs that "
      "are built differently: sample (GCC 12, optimised) and copy (Clang "
      "14, without optimisation, with assertions, with sanitizers "
      "(address)); build them alike, or give -s allow-different-builds if "
      "that is what you compare\n");
  EXPECT_TRUE(world_.launcher.blocks.empty());
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-p", "copy", "-s",
                 "allow-different-builds", "-s", "allow-unoptimised"}),
            0);
  EXPECT_EQ(run({"-e", "a(1) <= a(2)", "-e", "b(1) <= b(2)", "-p", "copy", "-s",
                 "allow-unoptimised"}),
            0);
}

/// Both sides take `ns`, but for what `extra` adds to observation i of a.
SampleWorld world_of(double ns, double (*extra)(std::size_t i)) {
  return SampleWorld([=](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer;
    answer.iterations = 1;
    const bool is_a = order.performance.method == "a";
    for (std::size_t i = 0; i < order.observations; ++i) {
      const auto noise = static_cast<double>((block * 7 + i * 3) % 11) / 10;
      answer.observations.push_back(ns + noise + (is_a ? extra(i) : 0));
    }
    return answer;
  });
}

TEST_F(Application, WarnsOfRunsThatDrift) {
  SampleWorld falling =
      world_of(100, [](std::size_t i) { return 50 - static_cast<double>(i); });
  EXPECT_EQ(falling.run({"-e", "a(1) > b(1)", "-p", "sample", "--json", "-"}),
            0);
  EXPECT_THAT(
      falling.err,
      HasSubstr(
          "warning: a(1): times drift within 10 of 10 runs, as "
          "if it was not warm yet; -s warmup=10ms warms it up for longer\n"));
  EXPECT_THAT(falling.out, HasSubstr("\"drifting_runs\": 10,"));
  SampleWorld rising =
      world_of(100, [](std::size_t i) { return static_cast<double>(i); });
  EXPECT_EQ(rising.run({"-e", "a(1) > b(1)", "-p", "sample"}), 0);
  EXPECT_THAT(
      rising.out,
      HasSubstr(
          "warning: a(1): times drift within 10 of 10 runs, as if other "
          "programs came and went, or its data grew; spl-run doctor tells "
          "whether it is the machine\n"));
}

TEST_F(Application, WritesAReportOfAnyError) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--alhpa", "1", "--json", "-"},
        std::vector<std::string>{"--runs", "1", "--json=-"}}) {
    EXPECT_EQ(world_.run(arguments), 2);
    EXPECT_THAT(world_.out, HasSubstr("\"formulas\": []"));
  }
}

TEST_F(Application, StartsNoRunForWhatAConstantDecides) {
  EXPECT_EQ(run({"-e", "a(10) <= a(10)"}), 0);
  EXPECT_TRUE(world_.launcher.blocks.empty());
  EXPECT_THAT(world_.out, HasSubstr("    both sides are the same"));
}

TEST_F(Application, MeasuresEqualPerformancesOnce) {
  EXPECT_EQ(
      run({"-e", "a(1) < b(1)", "-e", "a(1) < b(1) + 1 us", "--runs", "3"}), 0);
  ASSERT_EQ(world_.launcher.blocks.size(), 3U);
  EXPECT_EQ(world_.launcher.blocks[0].runs.size(), 2U);
}

TEST_F(Application, ChecksWithoutMeasuring) {
  EXPECT_EQ(run({"check", "-e", "a(n) < b(n)", "-e", "a(1) < b(1)"}), 0);
  EXPECT_EQ(world_.out, "2 formulas with 3 relations: no errors\n");
  EXPECT_TRUE(world_.launcher.blocks.empty());
}

TEST_F(Application, ListsFormulasAndWorkloads) {
  EXPECT_EQ(run({"list", "-e", "a(n)   < b(n)"}), 0);
  EXPECT_EQ(world_.out,
            "<formula 1>:1: formula1: a(n) < b(n)\n"
            "sample\n"
            "  workload a(int n = 1, 2)\n"
            "  workload b(int n = 1, 2)\n"
            "  workload c(int n)\n");
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_TRUE(world_.launcher.blocks.empty());
}

TEST_F(Application, SelectsByFilter) {
  const std::string path =
      folder_.write("x.spl", "one: a(1) < b(1)\ntwo: a(1) > b(1)");
  EXPECT_EQ(run({path, "--filter", "on*"}), 0);
  EXPECT_EQ(run({path, "-f", "-one"}), 1);
}

TEST_F(Application, ReadsTheProjectFileAndTheEnvironment) {
  const std::string path = folder_.write("x.spl", "a(1) < b(1)");
  folder_.write("spl.json", R"({ "runs": 4, "alpha": 0.02 })");
  world_.environment = {{"SPL_OBSERVATIONS", "30"}};
  EXPECT_EQ(run({path}), 0);
  EXPECT_EQ(world_.launcher.blocks.size(), 4U);
  EXPECT_THAT(world_.out, HasSubstr("at least 96%"));
  world_.environment = {{"SPL_ALPHA", "0.03"}};
  EXPECT_EQ(run({path}), 0);
  EXPECT_THAT(world_.out, HasSubstr("at least 94%"));
  EXPECT_EQ(run({path, "-s", "alpha=0.04"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("at least 92%"));
}

TEST_F(Application, WritesTheSameJsonForTheSameObservations) {
  EXPECT_EQ(run({"-e", "a(n) < b(n)", "--json", "-"}), 0);
  const std::string first = world_.out;
  EXPECT_THAT(world_.err, HasSubstr("1 formula holds, "));
  SampleWorld again(kMeans);
  EXPECT_EQ(again.run({"-e", "a(n) < b(n)", "--json", "-", "-p", "sample"}), 0);
  EXPECT_EQ(again.out, first);
}

TEST_F(Application, WritesNoJsonOverWhatIsNoReport) {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("data.json", R"({ "schema": 1, "performances": {} })");
  const std::string sentence =
      "spl-run: error: cannot write the JSON report to " + path +
      ": this file holds something else; remove it, or name another\n";
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", path}), 2);
  EXPECT_EQ(world_.err, sentence);
  world_.err.clear();
  EXPECT_EQ(run({"--alhpa", "1", "--json", path}), 2);
  EXPECT_EQ(read_file(path), R"({ "schema": 1, "performances": {} })");
  folder.write("data.json", "");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", path}), 0);
  const std::string report = read_file(path);
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", path, "-s", "seed=7"}), 0);
  EXPECT_NE(read_file(path), report);
}

TEST_F(Application, WritesJsonToAFileWithErrorsToo) {
  const std::string path = folder_.path() / "report.json";
  EXPECT_EQ(run({"-e", "x < b(1)", "--json", path}), 2);
  const std::string report = read_file(path);
  EXPECT_THAT(report, HasSubstr("there is no method or workload \\\"x\\\""));
  EXPECT_THAT(report, HasSubstr("\"formulas\": []"));
}

TEST_F(Application, WritesNoHtmlOverWhatIsNoReport) {
  const std::string path = folder_.write("page.html", "<!doctype html>mine");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "html:" + path}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: cannot write the HTML report to " + path +
          ": this file holds something else; remove it, or name another\n");
  EXPECT_EQ(run({"--alhpa", "1", "-o", "html:" + path}), 2);
  EXPECT_EQ(read_file(path), "<!doctype html>mine");
  folder_.write("page.html", "");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "html:" + path}), 0);
  EXPECT_THAT(read_file(path), HasSubstr("<h1>The formula holds</h1>"));
  EXPECT_EQ(run({"-e", "a(1) > b(1)", "-o", "html:" + path}), 1);
  EXPECT_THAT(read_file(path), HasSubstr("<h1>The formula does not hold</h1>"));
}

TEST_F(Application, WritesHtmlAloneToStandardOutput) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "html:-"}), 0);
  EXPECT_THAT(world_.out, ::testing::StartsWith("<!doctype html>"));
  EXPECT_THAT(world_.err, HasSubstr("1 formula holds, "));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "html:-", "-o", "json:-"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: html and json cannot share standard output; "
            "name a file for all but one\n");
}

TEST_F(Application, WarnsOfUnoptimisedPrograms) {
  world_.launcher.build.optimized = false;
  world_.launcher.build.sanitizers = "address";
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "allow-unoptimised"}), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("warning: sample is built without optimisation; what it shows "
                "says little of the real program: build it with "
                "-DCMAKE_BUILD_TYPE=Release\n"
                "warning: sample is built with sanitizers (address), which "
                "change what is slow\n"));
  SampleWorld left([](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = kMeans(order, block);
    answer.heap_problem = "has another allocator than glibc's";
    return answer;
  });
  left.launcher.build.sanitizers = "address";
  EXPECT_EQ(left.run({"-e", "a(1) < b(1)", "-p", "sample"}), 0);
  EXPECT_THAT(
      left.out,
      HasSubstr("change what is slow and leave its heap in one layout\n"));
  EXPECT_THAT(left.out, Not(HasSubstr("another allocator")));
}

TEST_F(Application, LeavesUnoptimisedProgramsUndecided) {
  world_.launcher.build.optimized = false;
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json=-"}), 4);
  EXPECT_TRUE(world_.launcher.blocks.empty());
  EXPECT_THAT(
      world_.err,
      HasSubstr("sample is built without optimisation: build it with "
                "-DCMAKE_BUILD_TYPE=Release, or give -s allow-unoptimised"));
  const auto relation =
      nlohmann::json::parse(world_.out)["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["verdict"], "undecided");
  EXPECT_EQ(relation["stopped"], "unoptimised");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--metric=allocations"}), 0);
}

TEST_F(Application, WarnsOfWhatIsDisturbed) {
  const auto disturbed = [](std::uint64_t count) {
    return [=](const RunOrder& order, std::size_t block) {
      workload::RunAnswer answer = kMeans(order, block);
      answer.disturbed.net = count;
      return answer;
    };
  };
  SampleWorld busy(disturbed(3));
  EXPECT_EQ(busy.run({"-e", "a(1) < b(1)", "-p", "sample"}), 0);
  EXPECT_THAT(
      busy.out,
      HasSubstr("warning: a(1): for every 100 observations 10 were preempted "
                "or moved to another processor; they are counted without the "
                "time that other processes took where that is known, and an "
                "idle machine would answer sooner (likewise b(1))\n"));
  SampleWorld calm(disturbed(1));
  EXPECT_EQ(calm.run({"-e", "a(1) < b(1)", "-p", "sample"}), 0);
  EXPECT_EQ(calm.out.find("warning"), std::string::npos);
}

TEST_F(Application, ColorsWhereItIsWanted) {
  const std::vector<std::string> arguments{"-e", "a(1) < b(1)"};
  const auto colored = [&] {
    (void)run(arguments);
    return world_.out.find("\033[32m") != std::string::npos;
  };
  EXPECT_FALSE(colored());
  world_.terminal = true;
  EXPECT_TRUE(colored());
  world_.environment = {{"NO_COLOR", "1"}};
  EXPECT_FALSE(colored());
  world_.terminal = false;
  world_.environment = {{"CLICOLOR_FORCE", "1"}};
  EXPECT_TRUE(colored());
  world_.environment = {{"SPL_COLOR", "always"}};
  EXPECT_TRUE(colored());
}

TEST_F(Application, ShowsProgressInALineOfTerminals) {
  world_.terminal = true;
  (void)run({"-e", "a(1) < b(1)", "--runs", "2"});
  EXPECT_EQ(world_.err,
            "\r\033[Kmeasuring: block 0 of at most 2, 1 s"
            "\r\033[Kmeasuring: block 1 of at most 2, 3 s, at most 1 s more"
            "\r\033[Kmeasuring: block 2 of at most 2, 6 s"
            "\r\033[K");
}

TEST_F(Application, ShowsProgressInLinesOfALog) {
  const std::string line = "spl-run: <formula 1>: holds; 1 of 1 formula in ";
  const auto err = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"-e", "a(1) < b(1)", "--runs", "2"});
    (void)run(more);
    return world_.err;
  };
  world_.shows_signs = true;
  EXPECT_THAT(err({}), ::testing::StartsWith(line));
  EXPECT_EQ(err({"-s", "progress=never"}), "");
  EXPECT_EQ(err({"-q"}), "");
  EXPECT_THAT(err({"-q", "-s", "progress=always"}),
              ::testing::StartsWith(line));
  world_.terminal = true;
  world_.environment["CI"] = "true";
  EXPECT_THAT(err({}), ::testing::StartsWith(line));
}

TEST_F(Application, KeepsQuietOfWhatHolds) {
  EXPECT_EQ(run({"-q", "-e", "a(1) < b(1)", "-e", "a(1) > b(1)"}), 1);
  EXPECT_EQ(
      world_.out,
      "<formula 2>: violated: a(1) > b(1)\n"
      "  x 100 ns  9.1% shorter than  110 ns  (8.6..9.5%)\n"
      "        would hold: a(1) > 0.905 * b(1)\n"
      "        rerun:      spl-run -v -e 'a(1) > b(1)' -p sample\n"
      "\n1 of 2 formulas violated, 1 holds, 10 s. Each range covers the true "
      "value in at least 98% of reports.\n"
      "False alarms: at most 1 in 50 reports.\n");
}

// --- Bad input: status 2, a message, nothing measured
// -------------------------

struct BadInput {
  std::vector<std::string> arguments;
  std::string message;
};

class BadInputs : public Application {
 protected:
  void expect_refused(std::span<const BadInput> rows) {
    for (const BadInput& row : rows) {
      EXPECT_EQ(world_.run(row.arguments), 2) << row.message;
      EXPECT_EQ(world_.err, row.message);
      EXPECT_EQ(world_.out, "");
    }
    EXPECT_TRUE(world_.launcher.blocks.empty());
  }
};

TEST_F(BadInputs, OfFormulasAndProgramsAreRefusedBeforeMeasuring) {
  const BadInput rows[] = {
      {{"-p", "sample", "-e", "srot(1) < b(1)"},
       "<formula 1>:1:1: error: there is no method or workload \"srot\"; "
       "there are only \"a\", \"b\", \"c\"; a workload in a library needs "
       "CMake's spl_workloads(LIBRARY)\n"
       "1 | srot(1) < b(1)\n"
       "  | ^\n"},
      {{"-p", "sample", "-e", "a(1, 2) < b(1)"},
       "<formula 1>:1:1: error: workload \"a\" takes 1 argument, not 2\n"
       "1 | a(1, 2) < b(1)\n"
       "  | ^\n"},
      {{"-p", "sample", "-e", "a(1) < b(1)", "-e", "a(1) <"},
       "<formula 2>:1:7: error: expected a number, a method or \"(\" after "
       "\"<\", found the end of the text\n"
       "1 | a(1) <\n"
       "  |       ^\n"},
      {{"-p", "sample", "-e", "a(1) < b@v1(1)"},
       "spl-run: error: there is no spl.json in this folder or above it, and "
       "nothing says how revisions are built; spl-run init writes one, or "
       "write { \"revisions\": { \"program\": \"{build}/NAME\" } }\n"},
      {{"-p", "twice", "-e", "a(1) < b(1)"},
       "spl-run: error: twice: \"a\" is registered twice, at x.cpp:1 and at "
       "y.cpp:2\n"},
      {{"-p", "sample", "-p", "copy", "-e", "a(1) < b(1)"},
       "spl-run: error: copy: \"a\" is in sample too; names are unique over "
       "all programs; give builds of one program names, as in -p old=PROGRAM "
       "-p new=PROGRAM\n"},
      {{"-p", "absent", "-e", "a(1) < b(1)"},
       "spl-run: error: there is no program absent\n"},
      {{"-p", "none", "-e", "a(1) < b(1)"},
       "spl-run: error: none: this program has no workloads; register some "
       "with SPL_WORKLOAD or SPL_METHOD, or call CMake's "
       "spl_workloads(LIBRARY) if they are in a library, which a linker leaves "
       "out unless a program refers to it\n"},
      {{"-e", "a(1) < b(1)"},
       "spl-run: error: there is no spl.json in this folder or above it, and "
       "no program with workloads is named; give one with -p PROGRAM or as "
       "\"program\" in spl.json\n"},
  };
  expect_refused(rows);
}

TEST_F(BadInputs, OfFilesAndOptionsAreRefusedBeforeMeasuring) {
  const std::string empty = folder_.write("empty.spl", "# nothing\n");
  const std::string good = folder_.write("good.spl", "a(1) < b(1)\n");
  const std::string other = folder_.write("other.txt", "a(1) < b(1)\n");
  const std::string absent = folder_.path() / "absent.spl";
  const std::string nothing = folder_.path() / "nothing";
  std::filesystem::create_directory(nothing);
  const std::string broken =
      folder_.write("broken/spl.json", "{ \"alhpa\": 1 }");
  const BadInput rows[] = {
      {{"-p", "sample", absent},
       "spl-run: error: cannot read " + absent +
           ": No such file or directory\n"},
      {{"-p", "sample", nothing},
       "spl-run: error: no formula files (*.spl) and no C++ files in or "
       "below " +
           nothing + "\n"},
      {{"-p", "sample", other},
       "spl-run: error: cannot read formulas from " + other +
           ": formula files end with .spl, others with an ending of C++\n"},
      {{"-p", "sample", good, "--alhpa", "0.1"},
       "spl-run: error: unknown option --alhpa; did you mean \"-s alpha\"?; "
       "spl-run --help shows all options\n"},
      {{"-p", "sample", good, "--config", broken},
       broken +
           ":1:3: error: unknown key \"alhpa\"; did you mean \"alpha\"?\n"},
      {{"-p", "sample", good, "-s", "alpha=0.5"},
       "spl-run: error: -s alpha takes a level above 0 and below 0.5, not "
       "\"0.5\"\n"},
      {{"-p", "sample", good, "--runs", "1"},
       "spl-run: error: --runs takes a whole number of at least 2 (one run "
       "says nothing about how runs differ), not \"1\"\n"},
      {{"-p", "sample", good, "--json", nothing + "/no/x"},
       "spl-run: error: cannot write " + nothing +
           "/no/x: No such file or directory\n"},
      {{"-p", "sample", good, "--filter", "zebra"},
       "spl-run: error: no formula has a label that -f zebra selects; "
       "spl-run list shows the labels\n"},
      {{"-p", "sample", good, empty},
       "spl-run: error: " + empty + " has no formulas\n"},
      {{"-p", "sample"},
       "spl-run: error: there is no spl.json in this folder or above it, and "
       "no formulas are named; name formula files, give one with -e FORMULA, "
       "or name files as \"formulas\" in spl.json. spl-run times -p PROGRAM "
       "lists what a program holds\n"},
  };
  expect_refused(rows);
}

TEST_F(BadInputs, OfProjectFilesAreRefusedBeforeMeasuring) {
  (void)folder_.write("good.spl", "a(1) < b(1)\n");
  const std::string other = folder_.write("other.txt", "a(1) < b(1)\n");
  const std::string bare = folder_.write("bare.json", "{}");
  const std::string built = folder_.write(
      "built.json", R"({"revisions": {"program": "{build}/sample"}})");
  const std::string unmatched = folder_.write(
      "unmatched.json", "{\n  \"formulas\": [\"good.spl\", \"perf/*.spl\"]\n}");
  const std::string unreadable =
      folder_.write("unreadable.json", "{ \"formulas\": [\"other.txt\"] }");
  const BadInput rows[] = {
      {{"-p", "sample", "--config", bare},
       "spl-run: error: no formulas are named; name formula files, give one "
       "with -e FORMULA, or name files as \"formulas\" in spl.json. spl-run "
       "times -p PROGRAM lists what a program holds\n"},
      {{"--config", bare, "-e", "a(1) < b(1)"},
       "spl-run: error: no program with workloads is named; give one with -p "
       "PROGRAM or as \"program\" in spl.json\n"},
      {{"--config", built, "-e", "a(1) < b(1)"},
       "spl-run: error: no program with workloads is named; give one with -p "
       "PROGRAM or as \"program\" in spl.json, or have a revision built: --rev "
       "HEAD\n"},
      {{"-p", "sample", "--config", unmatched},
       unmatched + ":2:28: error: no file matches " + folder_.path().string() +
           "/perf/*.spl\n"},
      {{"-p", "sample", "--config", unreadable},
       unreadable + ":1:16: error: cannot read formulas from " + other +
           ": formula files end with .spl, others with an ending of C++\n"},
  };
  expect_refused(rows);
}

TEST_F(Application, PutsDefinitionsOfTheProjectBeforeEveryText) {
  const std::string common = folder_.write("perf/common.spl", "one = 1\n");
  const std::string formulas = folder_.write("perf/x.spl", "a(one) < b(one)\n");
  const std::string project = folder_.write(
      "spl.json",
      R"({ "formulas": "perf/*.spl", "definitions": ["perf/common.spl"] })");
  EXPECT_EQ(run({"-c", project, "check"}), 0);
  EXPECT_EQ(world_.out, "1 formula with 1 relation: no errors\n");
  EXPECT_EQ(run({"-c", project, "check", formulas}), 0);
  EXPECT_EQ(run({"-c", project, "check", "-e", "a(one) < b(one)"}), 0);
  EXPECT_EQ(run({"-c", project, "rank", "a(one), b(one)"}), 0);
  // Editors check each file that is saved.
  EXPECT_EQ(run({"-c", project, "check", common}), 0);
  EXPECT_EQ(world_.out, "0 formulas with 0 relations: no errors\n");
  EXPECT_EQ(run({"-c", project, common}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: " + common +
                " has no formula: it is of \"definitions\" in the project "
                "file, whose definitions all texts share\n");
}

TEST_F(Application, RefusesFilesThatAreNoDefinitions) {
  const std::string project =
      folder_.write("spl.json", "{ \"definitions\": [\"absent.spl\"] }");
  EXPECT_EQ(run({"-c", project, "-e", "a(1) < b(1)"}), 2);
  EXPECT_EQ(world_.err, project + ":1:19: error: no file matches " +
                            folder_.path().string() + "/absent.spl\n");
  const std::string source = folder_.write("x.hpp", "");
  folder_.write("spl.json", "{ \"definitions\": \"x.hpp\" }");
  EXPECT_EQ(run({"-c", project, "-e", "a(1) < b(1)"}), 2);
  EXPECT_EQ(world_.err,
            project + ":1:18: error: cannot read definitions from " + source +
                ": they are in files that end with .spl\n");
}

TEST_F(Application, NamesTheVariableOfABadValue) {
  world_.environment = {{"SPL_RUNS", "one"}};
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: SPL_RUNS: runs takes a whole number of at least 2 "
            "(one run says nothing about how runs differ), not \"one\"\n");
}

TEST_F(Application, FindsFormulasInCppSources) {
  folder_.write("src/plain.cpp", "int main() {}\n");
  folder_.write("src/a.hpp", "SPL_EXPECTS(\"THIS(n) < b(n)\")\nint a(int);\n");
  folder_.write("src/x.spl", "a(1) < b(1)\n");
  const std::string folder = (folder_.path() / "src").string();
  EXPECT_EQ(run({"check", folder}), 0);
  EXPECT_EQ(world_.out, "2 formulas with 3 relations: no errors\n");
  EXPECT_EQ(run({folder + "/a.hpp"}), 0);
  EXPECT_EQ(
      world_.out,
      folder +
          "/a.hpp:1: holds: a(n) < b(n)\n"
          "    n = 1  100 ns  9.1% shorter than     110 ns  (8.6..9.5%)\n"
          "    n = 2  200 ns  13.1% shorter than  230.1 ns  "
          "(12.6..13.5%)\n"
          "\n1 formula holds, 20 s. Each range covers the true value in at "
          "least 98% of reports.\n");
  folder_.write("spl.json", "{\"formulas\": [\"src\"], \"program\": \"p\"}");
  EXPECT_EQ(run({"check", "-c", (folder_.path() / "spl.json").string()}), 0);
  EXPECT_EQ(world_.out, "2 formulas with 3 relations: no errors\n");
}

TEST_F(Application, SaysThatCppSourcesHaveNoFormulas) {
  const std::string path = folder_.write("src/a.cpp", "int a(int);\n");
  EXPECT_EQ(run({path}), 2);
  EXPECT_EQ(world_.err, "spl-run: error: " + path + " has no formulas\n");
  EXPECT_EQ(run({(folder_.path() / "src").string()}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: no C++ file has a formula; they are in "
            "[[spl::expects(\"...\")]] or SPL_EXPECTS(\"...\")\n");
}

TEST_F(Application, PlacesBlocksAsItIsTold) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "launcher=srun '-n 1'", "-s",
                 "cpu=0-1,3", "-s", "shared-folder=/scratch"}),
            0);
  ASSERT_EQ(world_.launcher.placements.size(), 1U);
  const Placement& placement = world_.launcher.placements[0];
  EXPECT_EQ(placement.launcher, (std::vector<std::string>{"srun", "-n 1"}));
  EXPECT_EQ(placement.processors, (Processors{0, 1, 3}));
  EXPECT_EQ(placement.shared_folder, "/scratch");
}

TEST_F(Application, AllowsListsTheTimeOfRuns) {
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_EQ(world_.launcher.longest_list, std::chrono::seconds(60));
  EXPECT_EQ(run({"list", "-s", "timeout=5min"}), 0);
  EXPECT_EQ(world_.launcher.longest_list, std::chrono::minutes(5));
}

TEST_F(Application, LoosensANegatedRelationAsItsOpposite) {
  EXPECT_EQ(run({"-e", "not (a(1) <= b(1))"}), 1);
  EXPECT_THAT(world_.out,
              ContainsRegex("would hold: a\\(1\\) > [0-9.]+ \\* b\\(1\\)\n"));
}

TEST_F(Application, ChecksThatABaselineCanBeBuilt) {
  EXPECT_EQ(run({"check", "-e", "a(1) <= a@baseline(1)"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("nothing says how revisions are built"));
}

TEST_F(Application, LoosensWithTheNamesOfTheFormula) {
  const std::string defined = "first = a; second = b; ";
  EXPECT_EQ(run({"-e", defined + "first(1) > 2 * second(1)", "-s", "seed=1"}),
            1);
  EXPECT_THAT(world_.out, ContainsRegex("would hold: first\\(1\\) > "
                                        "[0-9.]+ \\* second\\(1\\)\n"));
  EXPECT_EQ(
      run({"-e", defined + "2 * second(1) < first(1) + 1 ns", "-s", "seed=1"}),
      1);
  EXPECT_THAT(world_.out,
              ContainsRegex("would hold: 2 \\* second\\(1\\) < "
                            "[0-9.]+ \\* \\(first\\(1\\) \\+ 1 ns\\)\n"));
}

TEST_F(Application, LeavesHeadingsToAssertions) {
  const TemporaryFolder folder;
  const auto seen = folder.write("seen", "");
  const int descriptor = open(seen.c_str(), O_WRONLY);
  ASSERT_GE(descriptor, 0);
  const std::string signs = "--signs-of-life=" + std::to_string(descriptor);
  EXPECT_EQ(run({"-e", "a(1) > b(1)", signs}), 1);
  EXPECT_THAT(world_.out, StartsWith("violated: a(1) > b(1)\n"));
  EXPECT_EQ(run({"-e", "a(1) > b(1)", "--metric=cpu", signs}), 1);
  EXPECT_THAT(world_.out, StartsWith("violated (cpu): a(1) > b(1)\n"));
  // On a terminal there are colours.
  EXPECT_EQ(run({"-e", "a(1) > b(1)", "--columns=90", signs}), 1);
  EXPECT_THAT(world_.out, StartsWith("\x1B[31mviolated\x1B[0m: a(1) > b(1)\n"));
  // The test's message names the place of a mistake.
  EXPECT_EQ(run({"-e", "a(1) > missing(1)", signs}), 2);
  EXPECT_THAT(world_.err, StartsWith("error: there is no method or workload"));
  // Nor do warnings and signs of life name what the test has written.
  world_.launcher.run_seconds = 1;
  world_.environment.clear();
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--budget", "3s", signs}), 4);
  EXPECT_THAT(world_.out, HasSubstr("warning: a "));
  EXPECT_THAT(world_.out + world_.err, Not(HasSubstr("formula1")));
  // Reports for programs name the formula.
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--budget", "3s", "--json", "-", signs}),
            4);
  EXPECT_EQ(nlohmann::json::parse(world_.out)["formulas"][0]["label"],
            "formula1");
  close(descriptor);
}

TEST_F(Application, WarnsOfHostsAndShowsThemOnRequest) {
  HostRecord host;
  host.facts.name = "node7";
  host.facts.processors = 4;
  host.steal = 0.05;
  world_.launcher.records = {host};
  const std::string warning =
      "warning: node7: its host gave 5 % of the processors' time to other "
      "virtual machines, which no run can see; measure when the host is "
      "quieter, or on a dedicated machine\n";
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-q"}), 0);
  EXPECT_EQ(world_.out, warning);
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 0);
  const std::string line = "  measured on node7: 4 processors, steal 5 %\n";
  EXPECT_THAT(world_.out, HasSubstr(warning));
  EXPECT_THAT(world_.out, Not(HasSubstr(line)));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-v"}), 0);
  EXPECT_THAT(world_.out, HasSubstr(line + warning));
}

}  // namespace
}  // namespace spl::runner
