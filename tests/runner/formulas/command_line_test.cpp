#include "runner/formulas/command_line.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "runner/formulas/mode_options.hpp"
#include "runner/settings/options.hpp"
#include "tests/golden_file.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CommandLine, SeparatesWhatIsAskedFor) {
  const CommandLine line = parse_command_line(
      {"-p", "one", "x.spl", "--program", "two", "-e", "a < b", "--alpha=0.02",
       "folder", "--formula", "b < c", "-q", "--check", "-c", "my.json"});
  EXPECT_EQ(line.mode, Mode::kCheck);
  EXPECT_THAT(line.programs, ElementsAre("one", "two"));
  EXPECT_THAT(line.files, ElementsAre("x.spl", "folder"));
  EXPECT_THAT(line.formulas, ElementsAre("a < b", "b < c"));
  EXPECT_EQ(line.config, "my.json");
  ASSERT_EQ(line.assignments.size(), 2U);
  EXPECT_EQ(line.assignments[0].option, "alpha");
  EXPECT_EQ(line.assignments[0].value, "0.02");
  EXPECT_EQ(line.assignments[1].option, "quiet");
  EXPECT_EQ(line.assignments[1].value, "true");
}

TEST(CommandLine, TakesProgramsOfBuildsApart) {
  const CommandLine line = parse_command_line(
      {"-p", "fast=o3/bench", "-p", "./x=y", "--program=fast=o3/more"});
  EXPECT_THAT(line.programs, ElementsAre("./x=y"));
  EXPECT_EQ(line.named_programs,
            (NamedPrograms{{"fast", {"o3/bench", "o3/more"}}}));
}

TEST(CommandLine, LetsTheLastOfOneOptionWin) {
  const CommandLine line = parse_command_line(
      {"--runs", "3", "--runs", "4", "--quiet=false", "--", "-x.spl"});
  ASSERT_EQ(line.assignments.size(), 2U);
  EXPECT_EQ(line.assignments[0].value, "4");
  EXPECT_EQ(line.assignments[1].value, "false");
  EXPECT_THAT(line.files, ElementsAre("-x.spl"));
}

TEST(CommandLine, TakesFormulasThatLookLikeOptions) {
  const CommandLine line = parse_command_line({"-e", "-a(1) < b(1)"});
  EXPECT_THAT(line.formulas, ElementsAre("-a(1) < b(1)"));
}

struct Refused {
  std::vector<std::string> arguments;
  std::string message;
};

void expect_refused(std::span<const Refused> rows) {
  for (const Refused& row : rows) {
    try {
      require_options_of_mode(parse_command_line(row.arguments));
      ADD_FAILURE() << row.message;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
  const Refused rows[] = {
      {{"--alhpa", "0.1"}, "unknown option --alhpa; did you mean \"--alpha\"?"},
      {{"--zebra"}, "unknown option --zebra"},
      {{"--jsn=x"}, "unknown option --jsn; did you mean \"--json\"?"},
      {{"-x"}, "unknown option -x"},
      {{"--alpha"}, "--alpha needs a value"},
      {{"-p", "HEAD=x"},
       "--program HEAD=x: \"HEAD\" is the commit that Git has checked out; "
       "give the build another name"},
      {{"-p", "fast="}, "--program fast= names no program after \"=\""},
      {{"--quiet=maybe"}, "--quiet takes true or false, not \"maybe\""},
      {{"--check="}, "--check takes true or false, not \"\""},
  };
  expect_refused(rows);
}

TEST(CommandLine, RefusesWhatExcludesEachOther) {
  const Refused rows[] = {
      {{"--check", "--list"}, "--check and --list exclude each other"},
      {{"-q", "-v"}, "--quiet and --verbose exclude each other"},
      {{"--rank", "a, b", "--sensitivity", "1.01"},
       "--rank and --sensitivity exclude each other"},
      {{"--rank", "a, b", "-e", "a < b"},
       "--rank evaluates no formulas; give none"},
      {{"--rank", "a, b", "--filter", "a"},
       "--filter does not go with --rank, which evaluates no formulas; leave "
       "it out"},
      {{"--self-test", "--rev", "HEAD"},
       "--rev does not go with --self-test, which tests the programs of -p and "
       "builds none; leave it out"},
      {{"--self-test", "-f", "a*"},
       "--filter does not go with --self-test, which evaluates no formulas; "
       "leave it out"},
      {{"--list-cache", "--json", "-"},
       "--json does not go with --list-cache, which lists what is kept and "
       "nothing else; leave it out"},
      {{"--list-cache", "-p", "program"},
       "--program does not go with --list-cache, which lists what is kept and "
       "nothing else; leave it out"},
      {{"--sensitivity", "1.1", "--runs", "3"},
       "--runs does not go with --sensitivity, which draws from --data and "
       "measures nothing; leave it out"},
      {{"--plan", "--portability", "there.json"},
       "--portability does not go with --plan, which decides nothing; leave it "
       "out"},
      {{"--bisect", "v1", "--portability", "there.json"},
       "--portability does not go with --bisect, which compares commits; leave "
       "it out"},
      {{"--plan", "--html", "page.html"},
       "--html does not go with --plan, whose report has no page of HTML; "
       "leave it out"},
      {{"--rank", "a, b", "--html", "-"},
       "--html does not go with --rank, whose report has no page of HTML; "
       "leave it out"},
  };
  expect_refused(rows);
}

TEST(CommandLine, TakesOptionsThatGoWithTheMode) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{
           {"--list-cache", "--cache-limit", "1GB", "--color", "never"},
           {"--self-test", "--budget", "1s", "-p", "program", "--json", "-"},
           {"--sensitivity", "1.1", "--data", "a.json", "--alpha", "0.05"},
           {"--rank", "a, b", "--rev", "v1", "--runs", "20"},
           {"--portability", "there.json", "--rev", "v1", "--quiet=false"},
           {"--portability", "there.json", "--check=false", "-e", "--x=y"}}) {
    EXPECT_NO_THROW(require_options_of_mode(parse_command_line(arguments)))
        << arguments.front();
  }
}

TEST(CommandLine, HelpsWithEveryOption) {
  const CommandLine line = parse_command_line({"--help"});
  EXPECT_EQ(line.mode, Mode::kHelp);
  for (const Option& option : options()) {
    EXPECT_THAT(line.text, HasSubstr("--" + std::string(option.name)));
  }
  EXPECT_THAT(line.text, Not(HasSubstr("--own-program")));
}

// The whole text, as a terminal of 80 columns shows it.
TEST(CommandLine, WritesTheHelpAsOnFile) {
  expect_golden(std::string(SPL_TEST_DATA) + "/help.txt",
                parse_command_line({"--help"}).text);
}

TEST(CommandLine, WrapsTheHelpAtTheWidthOfTheTerminal) {
  for (const std::size_t width : {60U, 80U, 132U}) {
    std::istringstream lines(parse_command_line({"--help"}, width).text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) {
      widest = std::max(widest, line.size());
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
    EXPECT_LE(widest, width);
    EXPECT_GT(widest, width - 20);
  }
}

}  // namespace
}  // namespace spl::runner
