#include "runner/formulas/invocation.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/settings/options.hpp"
#include "runner/settings/plain_error.hpp"
#include "spl/logic/name.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

/// The settings with a project file and variables.
class InvocationTest : public ::testing::Test {
 protected:
  Settings settings(const std::string& project,
                    const std::map<std::string, std::string>& variables = {}) {
    const std::string file = folder_.write("spl.json", project);
    return invocation(
               parse_command_line({"list", "--config", file}),
               [&](const std::string& name) -> std::optional<std::string> {
                 const auto found = variables.find(name);
                 if (found == variables.end()) return std::nullopt;
                 return found->second;
               })
        .settings;
  }

  TemporaryFolder folder_;
};

TEST_F(InvocationTest, LetsNoProjectFileShrinkAStoreThatOthersNamed) {
  const std::string small = R"({ "history-size": "1kB" })";
  EXPECT_EQ(settings(small).history_size, 1000);
  EXPECT_EQ(settings(small, {{"SPL_HISTORY", "/a.db"}}).history_size,
            1'000'000'000);
  EXPECT_EQ(
      settings(small, {{"SPL_HISTORY", "/a.db"}, {"SPL_HISTORY_SIZE", "2kB"}})
          .history_size,
      2000);
}

TEST_F(InvocationTest, LetsNoProjectFileShrinkTheCache) {
  EXPECT_EQ(settings(R"({ "cache-limit": "1kB" })").cache_limit, 2'000'000'000);
  EXPECT_EQ(settings(R"({ "cache-limit": "3GB" })").cache_limit, 3'000'000'000);
  EXPECT_EQ(settings("{}", {{"SPL_CACHE_LIMIT", "1kB"}}).cache_limit, 1000);
}

// Each pattern finds all files.
TEST_F(InvocationTest, ReadsFilesOnceHoweverManyPatternsFindThem) {
  for (int i = 0; i < 200; ++i) {
    folder_.write("f" + std::to_string(i) + ".spl", "a < 1 s\n");
  }
  std::string patterns = "\"*.spl\"";
  for (int i = 0; i < 500; ++i) patterns += ", \"*.spl\"";
  const auto none = [](const std::string& /*name*/) {
    return std::optional<std::string>();
  };
  const auto read = [&](const std::string& project) {
    const std::string file = folder_.write("spl.json", project);
    return invocation(parse_command_line({"list", "--config", file}), none);
  };
  EXPECT_EQ(texts(read("{ \"formulas\": [" + patterns + "] }")).size(), 200U);
  EXPECT_EQ(
      read("{ \"definitions\": [" + patterns + "] }").layers.definitions.size(),
      200U);
}

/// The problem of a variable of that name.
std::string slip_of(const std::string& name) {
  try {
    require_no_slip({"HOME", name, "PATH"});
  } catch (const PlainError& error) {
    return error.what();
  }
  return {};
}

TEST(VariableNames, NearAnOptionAreSlips) {
  const std::pair<std::string, std::string> rows[] = {
      {"SPL_BUDGT", "SPL_BUDGET"},
      {"SPL_ALHPA", "SPL_ALPHA"},
      {"SPL_MAXRUNS", "SPL_MAX_RUNS"},
      {"SPL_METRICS", "SPL_METRIC"},
      {"SPL_max_runs", "SPL_MAX_RUNS"}};
  for (const auto& [name, meant] : rows) {
    std::string slip = "the variable ";
    slip.append(name).append(" sets no option; did you mean \"").append(meant);
    EXPECT_EQ(slip_of(name), slip + "\"? Rename or unset it");
  }
}

TEST(VariableNames, OfOptionsWithoutOneAreSlips) {
  EXPECT_EQ(slip_of("SPL_CONFIG"),
            "the variable SPL_CONFIG sets no option; --config is taken on the "
            "command line only");
  EXPECT_EQ(slip_of("SPL_FORMULA"),
            "the variable SPL_FORMULA sets no option; --formula is taken on "
            "the command line only");
  for (const char* name :
       {"SPL_BISECT", "SPL_CHECK", "SPL_GUARD", "SPL_JUNIT", "SPL_FORMULAS",
        "SPL_LIST", "SPL_OFFLINE", "SPL_PLAN", "SPL_PORTABILITY", "SPL_RANK",
        "SPL_SET", "SPL_DOCTOR", "SPL_SENSITIVITY"}) {
    EXPECT_NE(slip_of(name), "") << name;
  }
}

TEST(VariableNames, OfOptionsAreThoseOfKeys) {
  for (const Option& one : options()) {
    // Names that others may well give to their own variables.
    if (one.name == "help" || one.name == "version" || one.name == "C") {
      continue;
    }
    EXPECT_EQ(slip_of(environment_name(one.name)),
              one.is_key() ? std::string()
                           : "the variable " + environment_name(one.name) +
                                 " sets no option; " +
                                 (one.name == "json"
                                      ? "write SPL_OUTPUT=json:PATH"
                                      : shown_option(one.name) +
                                            " is taken on the command line "
                                            "only"))
        << one.name;
  }
}

TEST(VariableNames, MayBeNearTheOneOfAssertions) {
  EXPECT_EQ(slip_of("SPL_RUNER"),
            "the variable SPL_RUNER sets no option; did you mean "
            "\"SPL_RUNNER\"? Rename or unset it");
}

TEST(VariableNames, MayBeOthers) {
  for (const char* name : {"SPL_BUDGET",
                           "SPL_MAX_RUNS",
                           "SPL_FAMILY",
                           "SPL_RUN",
                           "SPL_RUNNER",
                           "SPL_WORKER",
                           "SPL_OBJECTS",
                           "SPL_READS",
                           "SPL_RECORDERS",
                           "SPL_COMPILER_LAUNCHER",
                           "SPL_PADDING",
                           "SPL_DEV_FIXED_ADDRESSES",
                           "SPL_MACHINE_LOCK",
                           "SPL_ROOT",
                           "SPL_LIBRARIES",
                           "SPL_LINKS",
                           "SPL_RENEW",
                           "SPL_TEST_DATA",
                           "SPL_TESTS",
                           "SPL_COMPILER",
                           "SPL_CACHE",
                           "SPL_FRESH_LINKS",
                           "SPL_BENCH_RUNS",
                           "SPL_BENCHMARK",
                           "SPL_AXE_CORE",
                           "SPL_KILLS",
                           "SPL_TEST_HISTORIES",
                           "SPL_VERSION",
                           "SPL_SAMPLE_WORKER",
                           "SPL_",
                           "SPL_DRAM_SIZE",
                           "SPLBUDGT",
                           "BUDGT"}) {
    EXPECT_EQ(slip_of(name), "") << name;
  }
}

TEST(VariableNames, AreReadBeforeAnythingIsMeasured) {
  SampleWorld world(means({{"a", 100}, {"b", 110}}));
  world.environment["SPL_BUDGT"] = "1s";
  EXPECT_EQ(world.run({"-e", "a(1) < b(1)", "-p", "sample"}), 2);
  EXPECT_EQ(world.err,
            "spl-run: error: the variable SPL_BUDGT sets no option; did you "
            "mean \"SPL_BUDGET\"? Rename or unset it\n");
  EXPECT_EQ(world.run({"--version"}), 0);
}

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
