#include "runner/formulas/idle_options.hpp"

#include <gmock/gmock.h>

#include "spl/logic/quoted.hpp"
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
  EXPECT_EQ(warnings({"--runs", "4", "-s", "max-runs=2"}),
            "warning: -s max-runs has no effect beside --runs\n");
  EXPECT_EQ(warnings({"--runs", "4", "--budget", "1s", "-s", "precision=1%"}),
            "warning: --budget has no effect beside --runs\n"
            "warning: -s precision has no effect beside --runs\n");
  EXPECT_EQ(
      warnings({"-s", "statistic=mean", "-s", "resolution=1%", "--runs", "4"}),
      "warning: -s resolution has no effect: `statistic` asks for other "
      "calls, whose change is that of mean-resolution\n");
  EXPECT_EQ(warnings({"-s", "statistic=median", "-s", "mean-resolution=1%",
                      "--runs", "4"}),
            "warning: -s mean-resolution has no effect: `statistic` asks for "
            "other calls, whose change is that of resolution\n");
}

TEST(IdleOptions, AreThoseWithoutWhatTheyNeed) {
  EXPECT_EQ(warnings({"--runs", "4", "-s", "all-intervals"}),
            "warning: -s all-intervals has no effect: there is no JSON report; "
            "give -o FILE.json, too\n");
  EXPECT_EQ(warnings({"--runs", "4", "-s", "observations-in-json"}),
            "warning: -s observations-in-json has no effect: there is no JSON "
            "report; give -o FILE.json, too\n");
  EXPECT_EQ(warnings({"--runs", "4", "-s", "shared-folder=/tmp"}),
            "warning: -s shared-folder has no effect: no `launcher` starts "
            "anything on another host\n");
  EXPECT_EQ(
      warnings({"--runs", "4", "-s", "measure-identical", "-s", "repository=.",
                "-s", "build-timeout=1s"}),
      "warning: -s repository has no effect: no formula names a revision\n"
      "warning: -s build-timeout has no effect: no formula names a revision\n"
      "warning: -s measure-identical has no effect: no formula names a "
      "revision\n");
}

/// What is said of commands that are compared.
std::string warnings_of_command(const std::string& command) {
  SampleWorld world(means({}));
  (void)world.run({"compare", command, "other", "--runs", "2"});
  return world.err;
}

TEST(IdleOptions, AreSignsThatOnlyAShellHeeds) {
  const std::pair<const char*, const char*> rows[] = {
      {"cat *.txt", "*"},       {"ls a?.cpp", "?"},   {"ls [ab].txt", "["},
      {"ls x[ab]", "["},        {"echo $HOME", "$"},  {"echo \"$(date)\"", "$"},
      {"env echo `date`", "`"}, {"ls ~", "~"},        {"echo {a,b}", "{"},
      {"echo {1..9}", "{"},     {"run # twice", "#"}, {"a | b", "|"}};
  for (const auto& [command, sign] : rows) {
    const std::string expected =
        "\"" + std::string(sign) + "\" in " + logic::quoted(command);
    EXPECT_THAT(warnings_of_command(command),
                HasSubstr(expected + " is passed on as it is"));
  }
}

TEST(IdleOptions, AreNoSignsInQuotesOrWithoutMeaning) {
  for (const char* command :
       {"grep 'a*$HOME`'", "awk '{print $1}'", "a \\* \\$x", "echo 5$ a~b c#d",
        "find -name \"*.txt\"", "run {} {a}", "--x=1 b", "./a=b c", "a [ b"}) {
    EXPECT_THAT(warnings_of_command(command), Not(HasSubstr("no shell")))
        << command;
  }
}

TEST(IdleOptions, AreAssignmentsInFrontOfACommand) {
  for (const std::string command : {"LC_ALL=C ls", "_x= b", "A1=2 B=3 run x"}) {
    EXPECT_THAT(warnings_of_command(command),
                HasSubstr(" is taken for a program, since no shell reads the "
                          "command; write env " +
                          command + '\n'));
  }
}

TEST(IdleOptions, AreThoseThatARankingDoesNotHeed) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  EXPECT_EQ(
      world.run({"-p", "sample", "rank", "a(1), b(1)", "-s", "layouts=3"}), 0);
  EXPECT_EQ(world.err,
            "warning: -s layouts has no effect: rank links for every run, "
            "unless it is 1\n");
}

TEST(IdleOptions, AreNoneOfThoseThatCount) {
  EXPECT_EQ(warnings({"--runs", "4", "-s", "observations-in-json", "--json",
                      "/dev/null"}),
            "");
  EXPECT_EQ(warnings({"--runs", "4", "-s", "resolution=1%"}), "");
  EXPECT_EQ(warnings({"-s", "statistic=mean", "-s", "mean-resolution=1%",
                      "--runs", "4"}),
            "");
}

TEST(Report, NamesTheMetricThatDecides) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  (void)world.run(
      {"-p", "sample", "-e", "a(1) < b(1)", "--metric", "cpu", "--runs", "4"});
  EXPECT_THAT(world.out, HasSubstr("holds (cpu): "));
}

TEST(Report, SaysOfWhichSidesRatiosAre) {
  SampleWorld world(means({{"a(1)", 100}, {"b(1)", 200}}));
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) + b(1) <= 1.5 * a(1)",
                       "--runs", "12"}),
            1);
  EXPECT_THAT(world.out,
              HasSubstr("        compared: b(1) with 0.5 * a(1), without what "
                        "both sides have\n"));
  EXPECT_THAT(world.out, ::testing::ContainsRegex(
                             "  x 200 ns  2.00 times as long as  100 ns"));
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
                   "-v", "-e", "a(1) < b(1)", "--runs", "4"});
  EXPECT_THAT(world.out, HasSubstr(", each with its own statistic;"));
  SampleWorld stated(means({{"a(1)", 100}, {"b(1)", 200}}));
  (void)stated.run(
      {"-p", "sample", "-e", "mean(a(1)) < mean(b(1))", "--runs", "4"});
  EXPECT_THAT(stated.out, Not(HasSubstr("typical calls only")));
}

}  // namespace
}  // namespace spl::runner
