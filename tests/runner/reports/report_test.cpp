// Whole reports, compared with the files in tests/runner/data.

#include <gtest/gtest.h>

#include "tests/runner/golden_report.hpp"
#include "tests/runner/reports/means_world.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

std::string json_report(std::vector<std::string> arguments) {
  SampleWorld world(kMeans);
  arguments.insert(arguments.end(), {"-p", "sample", "--json", "-"});
  (void)world.run(arguments);
  return world.out;
}

TEST(JsonReport, IsAsOnFile) {
  expect_report("report.json", json_report({"-e", "a(1) < b(1)"}));
}

TEST(JsonReport, HoldsObservationsOnRequest) {
  SampleWorld world([](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = kMeans(order, block);
    answer.disturbed = {2, 1 + block % 2, 1, block % 2};
    answer.single.first = 250 * static_cast<double>(block % 2);
    return answer;
  });
  world.recorded["sample"].problem = "it cannot be linked again";
  (void)world.run({"-e", "a(1) < 5 us", "--runs", "2", "-s", "observations=3",
                   "-s", "observations-in-json", "-p", "sample", "--json",
                   "-"});
  expect_report("observations.json", world.out,
                {"warnings", "performances", "warning_details"});
}

TEST(JsonReport, IsAsOnFileForGivenObservations) {
  SampleWorld world(kMeans);
  (void)world.run({"-e", "A <= B", "--data",
                   std::string(SPL_TEST_DATA) + "/given/known_answers.json",
                   "--json", "-"});
  expect_report("given.json", world.out, {"performances"});
}

TEST(JsonReport, IsAsOnFileForARanking) {
  SampleWorld world(kMeans);
  (void)world.run({"rank", "G2(1), G2(2), G2(3)", "--data",
                   std::string(SPL_TEST_DATA) + "/given/groups.json", "--json",
                   "-"});
  expect_report("ranking.json", world.out, {"ranking"});
}

TEST(JsonReport, IsAsOnFileForSensitivity) {
  SampleWorld world(kMeans);
  (void)world.run({"sensitivity", "1.05", "--data",
                   std::string(SPL_TEST_DATA) + "/given/two_runs.json",
                   "--json", "-"});
  expect_report("sensitivity.json", world.out, {"sensitivity"});
}

TEST(JsonReport, IsAsOnFileForAPlan) {
  expect_report("plan.json", json_report({"-e", "a(1) < b(1)", "plan"}),
                {"plan"});
}

TEST(JsonReport, IsAsOnFileForATestOfTheMachine) {
  expect_report("self_test.json", json_report({"doctor"}),
                {"warnings", "self_test"});
}

TEST(JsonReport, HoldsErrors) {
  expect_report("errors.json",
                json_report({"-e", "x(1) < b(1)", "-e", "a(1) <"}),
                {"formulas", "errors"});
  SampleWorld world(kMeans);
  (void)world.run({"-e", "a(1) < b(1)", "-p", "absent", "--json", "-"});
  expect_report("no_program.json", world.out, {"formulas", "errors"});
}

TEST(TerminalReport, IsAsOnFile) {
  SampleWorld world(kMeans);
  std::vector<std::string> arguments = kFormulas;
  arguments.insert(arguments.end(), {"-p", "sample", "--verbose"});
  (void)world.run(arguments);
  expect_file("report.txt", world.out);
}

}  // namespace
}  // namespace spl::runner
