#include "runner/formulas/idle_options.hpp"

#include <gmock/gmock.h>

#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string warnings(const std::vector<std::string>& options) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  std::vector<std::string> words{"-p", "sample", "-e", "a(1) < b(1)"};
  words.insert(words.end(), options.begin(), options.end());
  (void)world.run(words);
  return world.err;
}

TEST(IdleOptions, AreWarnedOf) {
  EXPECT_EQ(warnings({"--runs", "4", "--max-runs", "2"}),
            "warning: --max-runs has no effect: --runs makes just so many "
            "blocks\n");
  EXPECT_EQ(
      warnings({"--runs", "4", "--budget", "1s", "--precision", "1%"}),
      "warning: --budget has no effect: --runs makes just so many blocks, "
      "however long they take\n"
      "warning: --precision has no effect: --runs makes just so many "
      "blocks\n");
  EXPECT_EQ(
      warnings({"--statistic", "mean", "--resolution", "1%", "--runs", "4"}),
      "warning: --resolution has no effect: --statistic asks for other calls, "
      "whose change is that of --mean-resolution\n");
  EXPECT_EQ(warnings({"--statistic", "median", "--mean-resolution", "1%",
                      "--runs", "4"}),
            "warning: --mean-resolution has no effect: --statistic asks for "
            "other calls, whose change is that of --resolution\n");
}

TEST(IdleOptions, AreThoseWithoutWhatTheyNeed) {
  EXPECT_EQ(warnings({"--runs", "4", "--all-intervals"}),
            "warning: --all-intervals has no effect: no report shows them; "
            "give --json or -v, too\n");
  EXPECT_EQ(warnings({"--runs", "4", "--all-intervals", "-v"}), "");
  EXPECT_EQ(warnings({"--runs", "4", "--observations-in-json"}),
            "warning: --observations-in-json has no effect: there is no JSON "
            "report; give --json, too\n");
  EXPECT_EQ(warnings({"--runs", "4", "--shared-folder", "/tmp"}),
            "warning: --shared-folder has no effect: no --launcher starts "
            "anything on another host\n");
  EXPECT_EQ(warnings({"--runs", "4", "--measure-identical", "--repository", ".",
                      "--build-timeout", "1s"}),
            "warning: --repository has no effect: no formula names a revision\n"
            "warning: --build-timeout has no effect: no formula names a "
            "revision\n"
            "warning: --measure-identical has no effect: no formula names a "
            "revision\n");
}

TEST(IdleOptions, AreThoseThatARankingDoesNotHeed) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  EXPECT_EQ(world.run({"-p", "sample", "--rank", "a(1), b(1)", "--budget", "1s",
                       "--familywise", "0.01", "--layouts", "3"}),
            0);
  EXPECT_EQ(world.err,
            "warning: --budget has no effect: --rank makes as many runs as "
            "--runs says, or 10\n"
            "warning: --familywise has no effect: --rank has one level for all "
            "pairs, --alpha\n"
            "warning: --layouts has no effect: --rank links for every run, "
            "unless it is 1\n");
}

TEST(IdleOptions, AreNoneOfThoseThatCount) {
  EXPECT_EQ(warnings({"--runs", "4", "--observations-in-json", "--json",
                      "/dev/null"}),
            "");
  EXPECT_EQ(warnings({"--runs", "4", "--resolution", "1%"}), "");
  EXPECT_EQ(warnings({"--statistic", "mean", "--mean-resolution", "1%",
                      "--runs", "4"}),
            "");
}

TEST(Report, NamesTheMetricThatDecides) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  (void)world.run(
      {"-p", "sample", "-e", "a(1) < b(1)", "--metric", "cpu", "--runs", "4"});
  EXPECT_THAT(world.out, HasSubstr("formula1: holds (cpu)\n"));
}

TEST(Report, SaysOfWhichSidesRatiosAre) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) + b(1) <= 1.5 * a(1)",
                       "--runs", "12"}),
            1);
  EXPECT_THAT(world.out,
              HasSubstr("ratios compare b(1) with 0.5 * a(1), without terms "
                        "that are subtracted or on both sides\n"));
  EXPECT_THAT(world.out, ::testing::ContainsRegex("refuted +ratio (3.99|4)"));
}

TEST(Report, MeasuresNoMultiplesOfOneTime) {
  SampleWorld world(means({{"a(1)", 100}}));
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) <= 1.5 * a(1)"}), 0);
  EXPECT_THAT(world.out, HasSubstr("both sides are "
                                   "multiples of a(1), which is above 0\n"));
}

TEST(Report, NamesNoStatisticThatFilesSetApart) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  (void)world.run({"-p", "sample", "-e", "set statistic = median; a(1) < b(1)",
                   "-e", "a(1) < b(1)", "--runs", "4"});
  EXPECT_THAT(world.out, HasSubstr(", each with its own statistic)"));
  SampleWorld stated(means({{"a(1)", 100}, {"b(1)", 200}}));
  (void)stated.run(
      {"-p", "sample", "-e", "mean(a(1)) < mean(b(1))", "--runs", "4"});
  EXPECT_THAT(stated.out, Not(HasSubstr("typical calls only")));
}

}  // namespace
}  // namespace spl::runner
