#include "runner/formulas/command_line.hpp"

#include <algorithm>
#include <fstream>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/formulas/misplaced.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/command_words.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CommandLine, SeparatesWhatIsAskedFor) {
  const CommandLine line = parse_command_line(
      {"-p",    "one",     "check",      "x.spl",  "--program", "two",   "-e",
       "a < b", "-s",      "alpha=0.02", "folder", "--formula", "b < c", "-q",
       "-c",    "my.json", "-C",         "there",  "--set",     "learn"});
  EXPECT_EQ(line.mode, Mode::kCheck);
  EXPECT_THAT(line.programs, ElementsAre("one", "two"));
  EXPECT_THAT(line.files, ElementsAre("x.spl", "folder"));
  EXPECT_THAT(line.formulas, ElementsAre("a < b", "b < c"));
  EXPECT_EQ(line.config, "my.json");
  EXPECT_EQ(line.folder, "there");
  ASSERT_EQ(line.assignments.size(), 3U);
  EXPECT_EQ(line.assignments[0].option, "alpha");
  EXPECT_EQ(line.assignments[0].value, "0.02");
  EXPECT_EQ(line.assignments[1].option, "quiet");
  EXPECT_EQ(line.assignments[2].value, "true");
}

TEST(CommandLine, TakesProgramsOfBuildsApart) {
  const CommandLine line = parse_command_line(
      {"-p", "fast=o3/bench", "-p", "./x=y", "--program=fast=o3/more"});
  EXPECT_THAT(line.programs, ElementsAre("./x=y"));
  EXPECT_EQ(line.named_programs,
            (NamedPrograms{{"fast", {"o3/bench", "o3/more"}}}));
}

TEST(CommandLine, KeepsTheOrderOfOptions) {
  const CommandLine line =
      parse_command_line({"--runs", "3", "-s", "runs=5", "--runs", "4",
                          "--quiet=false", "--", "-x.spl"});
  ASSERT_EQ(line.assignments.size(), 4U);
  EXPECT_EQ(line.assignments[1].value, "5");
  EXPECT_EQ(line.assignments[2].value, "4");
  EXPECT_EQ(line.assignments[3].value, "false");
  EXPECT_THAT(line.files, ElementsAre("-x.spl"));
}

TEST(CommandLine, TakesFormulasThatLookLikeOptions) {
  const CommandLine line = parse_command_line({"-e", "-a(1) < b(1)"});
  EXPECT_THAT(line.formulas, ElementsAre("-a(1) < b(1)"));
}

TEST(CommandLine, TakesLinesOfFiles) {
  const CommandLine line =
      parse_command_line({"a.spl:12", "b.spl", "list", "c.spl:0", "d:x"});
  EXPECT_EQ(line.mode, Mode::kEvaluate);  // A command comes first.
  EXPECT_THAT(line.files,
              ElementsAre("a.spl", "b.spl", "list", "c.spl:0", "d:x"));
  EXPECT_THAT(line.lines, ElementsAre(12, 0, 0, 0, 0));
}

TEST(CommandLine, GivesCommandsWhatTheyTake) {
  const CommandLine bisect = parse_command_line({"bisect", "v1", "a.spl"});
  EXPECT_EQ(bisect.mode, Mode::kBisect);
  EXPECT_EQ(bisect.subject, "v1");
  EXPECT_THAT(bisect.files, ElementsAre("a.spl"));
  const CommandLine accept = parse_command_line(
      {"history", "accept", "HEAD", "parse*", "--reason", "wanted"});
  EXPECT_EQ(accept.mode, Mode::kAccept);
  EXPECT_EQ(accept.command, "history accept");
  EXPECT_EQ(accept.subject, "HEAD");
  EXPECT_EQ(accept.pattern, "parse*");
  const CommandLine two = parse_command_line({"compare", "./a x", "./b"});
  EXPECT_EQ(two.mode, Mode::kCompare);
  EXPECT_THAT(two.commands, ElementsAre("./a x", "./b"));
  const CommandLine three = parse_command_line({"compare", "a", "b", "c"});
  EXPECT_EQ(three.mode, Mode::kRank);
  EXPECT_EQ(three.subject, "command(\"a\"), command(\"b\"), command(\"c\")");
}

struct Refused {
  std::vector<std::string> arguments;
  std::string message;
};

void expect_refused(std::span<const Refused> rows) {
  for (const Refused& row : rows) {
    try {
      (void)parse_command_line(row.arguments);
      ADD_FAILURE() << row.message;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
  const Refused rows[] = {
      {{"--budgte", "1s"},
       "unknown option --budgte; did you mean \"--budget\"?"},
      {{"--zebra"}, "unknown option --zebra"},
      {{"-x"}, "unknown option -x"},
      {{"--runs"}, "--runs needs a value"},
      {{"-s", "alhpa=1"},
       "there is no setting \"alhpa\"; did you mean \"alpha\"?"},
      {{"-s", "alpha"}, "-s alpha needs a value: -s alpha=P"},
      {{"-p", "HEAD=x"},
       "--program HEAD=x: \"HEAD\" is the commit that Git has checked out; "
       "give the build another name"},
      {{"-p", "fast="}, "--program fast= names no program after \"=\""},
      {{"--quiet=maybe"}, "--quiet takes true or false, not \"maybe\""},
      {{"help", "zebra"}, "there is no help about \"zebra\""},
  };
  expect_refused(rows);
}

TEST(CommandLine, AnswersEarlierSpellings) {
  const Refused rows[] = {
      {{"--guard"}, "--guard is a command: spl-run guard"},
      {{"--self-test"}, "--self-test is a command: spl-run doctor"},
      {{"--history-of=a(1)"},
       "--history-of is a command: spl-run history show"},
      {{"--alpha=0.001"}, "--alpha is a setting: write -s alpha=0.001"},
      {{"--seed"}, "--seed is a setting: write -s seed=N"},
      {{"--learn"}, "--learn is a setting: write -s learn"},
      {{"--html=x"}, "--html is an output: write -o html:x"},
      {{"--google-benchmark-json"},
       "--google-benchmark-json is an output: write -o google-benchmark.json"},
      {{"history"},
       "history takes show, accept, import, export or prune; spl-run history "
       "--help explains it"},
  };
  expect_refused(rows);
}

TEST(CommandLine, RefusesWhatExcludesEachOther) {
  const Refused rows[] = {
      {{"-q", "-v"}, "--quiet and --verbose exclude each other"},
      {{"rank", "a, b", "x.spl"},
       "rank evaluates no formulas; leave out x.spl"},
      {{"bisect"}, "bisect takes GOOD: spl-run bisect v1.2 perf/formulas.spl"},
      {{"compare", "a"},
       "compare takes CMD CMD...: spl-run compare './convert a.xml' "
       "'./convert-old a.xml'"},
      {{"rank", "a, b", "--budget", "1s"},
       "--budget does not go with rank, which makes as many runs as --runs "
       "says and shows every difference; leave it out"},
      {{"doctor", "--rev", "HEAD"},
       "--rev does not go with doctor, which tests the programs of -p and "
       "builds none; leave it out"},
      {{"cache", "list", "-p", "program"},
       "--program does not go with cache list, which lists what is kept and "
       "nothing else; leave it out"},
      {{"times", "-s", "alpha=0.1"},
       "-s alpha does not go with times, which measures and decides nothing; "
       "leave it out"},
      {{"--tolerance", "3%"},
       "--tolerance goes with guard; leave it out, or write spl-run guard "
       "first"},
      {{"plan", "-o", "page.html"},
       "-o page.html does not go with plan, whose report has no page of HTML; "
       "leave it out"},
      {{"-o", "table.csv"},
       "-o table.csv does not go with the evaluation of formulas, which "
       "reports no times; leave it out"},
      {{"-o", "report"},
       "output takes a file that ends in .json, .html, .md, .csv or .xml, "
       "github, google-benchmark.json, or FORMAT:PATH such as json:-, not "
       "\"report\""},
      {{"history", "accept", "HEAD", "a*"},
       "history accept needs a reason, which reports show; give --reason "
       "TEXT"},
  };
  expect_refused(rows);
}

TEST(CommandLine, TakesOptionsThatGoWithTheMode) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{
           {"cache", "list", "-s", "cache-limit=1GB", "--color", "never"},
           {"doctor", "--budget", "1s", "-p", "program", "--json", "-"},
           {"sensitivity", "1.1", "--data", "a.json", "-s", "alpha=0.05"},
           {"rank", "a, b", "--rev", "v1", "--runs", "20"},
           {"portability", "there.json", "--rev", "v1", "--quiet=false"}}) {
    EXPECT_NO_THROW((void)parse_command_line(arguments)) << arguments.front();
  }
}

TEST(CommandLine, AnswersWhatStandsForFiles) {
  const TemporaryFolder folder("spl_command_line");
  const auto program = folder.path() / "bench";
  std::ofstream(program) << "\x7f"
                            "ELF and more";
  const std::string file = (folder.path() / "perf.spl").string();
  std::ofstream(file) << "a < b\n";
  const Refused rows[] = {
      {{program.string()},
       program.string() + " is a program: spl-run times -p " +
           program.string() + " lists what it holds"},
      {{"gaurd"},
       "there is neither a command nor a file \"gaurd\"; did you mean spl-run "
       "guard?"},
      {{"bench"},
       "there is neither a command nor a file \"bench\"; did you mean spl-run "
       "times?"},
      {{"zebra"},
       "there is neither a command nor a file \"zebra\"; spl-run --help shows "
       "the commands"},
      {{"-c", "alpha=1"}, "-c names the project file; a setting is -s alpha=1"},
      {{"-f", file},
       "-f selects labels; a formula file is named alone: spl-run " + file},
  };
  for (const Refused& row : rows) {
    try {
      const CommandLine line = parse_command_line(row.arguments);
      require_project_file(line);
      require_understood(line);
      ADD_FAILURE() << row.message;
    } catch (const PlainError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

std::string help_of(const std::vector<std::string>& arguments) {
  const CommandLine line = parse_command_line(arguments);
  EXPECT_EQ(line.mode, Mode::kHelp);
  return line.text;
}

std::ptrdiff_t lines_in(const std::string& text) {
  return std::ranges::count(text, '\n');
}

// The whole text.
TEST(CommandLine, WritesTheHelpAsOnFile) {
  expect_golden(std::string(SPL_TEST_DATA) + "/help.txt", help_of({"--help"}));
  EXPECT_LE(lines_in(help_of({"--help"})), 45);
  EXPECT_EQ(help_of({"help"}), help_of({"-h"}));
}

TEST(CommandLine, HelpsWithEveryCommandOnAScreen) {
  for (const CommandRow& one : commands()) {
    if (one.name.empty()) continue;
    const std::string name(one.name);
    const std::string text = help_of({"help", name});
    EXPECT_LE(lines_in(text), 60) << name;
    EXPECT_THAT(text, HasSubstr("\n  spl-run " + std::string(one.example)));
    EXPECT_THAT(help_of({"--help"}), HasSubstr(name.substr(0, name.find(' '))));
    const bool has_options = one.mode != Mode::kHelp;
    EXPECT_EQ(text.find("--help") != std::string::npos, has_options) << name;
  }
}

TEST(CommandLine, HasAtMost32OptionsThatAreShown) {
  const auto all = options();
  const auto shown = std::ranges::count_if(all, [](const Option& o) {
    return o.is_typed() && o.group != Option::Group::kHidden;
  });
  EXPECT_LE(shown, 32);
  for (const Option& one : all) {
    EXPECT_EQ(one.apply != nullptr, one.is_key()) << one.name;
    EXPECT_TRUE(one.is_key() || one.is_typed()) << one.name;
  }
}

TEST(CommandLine, ExplainsKeysAndWords) {
  EXPECT_EQ(help_of({"help", "max-runs"}),
            "max-runs: at most N rounds of runs\n\n"
            "  spl.json     \"max-runs\": \"N\"\n"
            "  environment  SPL_MAX_RUNS=N\n"
            "  formulas     set max-runs = N\n"
            "  spl-run      -s max-runs=N\n");
  EXPECT_THAT(help_of({"help", "strict"}),
              HasSubstr("  spl-run      --strict\n"));
  EXPECT_THAT(help_of({"help", "blocks"}),
              HasSubstr("one run of each side, one after the other"));
  EXPECT_THAT(help_of({"help", "typical calls"}), HasSubstr("what most calls"));
  EXPECT_THAT(help_of({"help", "violated"}),
              HasSubstr("weak (a change that matters could hide), violated"));
  for (const Option& one : options()) {
    if (!one.is_key()) continue;
    EXPECT_THAT(help_of({"help", "keys"}),
                HasSubstr("  " + std::string(one.name)));
  }
}

TEST(ComparedCommands, AreWrittenAsTheyAreIfThatCanBe) {
  EXPECT_EQ(written_call("./a x"), R"(command("./a x"))");
  EXPECT_EQ(written_call("sh -c 'a b'"), R"(command("sh -c 'a b'"))");
  EXPECT_EQ(written_call("sh -c \"a b\""), R"(command('sh -c "a b"'))");
}

TEST(ComparedCommands, AreQuotedAnewIfTheyHaveBothQuotes) {
  const std::string command = R"(sh -c 'a "b c"' '')";
  const std::string text = R"x(sh -c a\ \"b\ c\" "")x";
  EXPECT_EQ(written_call(command), "command('" + text + "')");
  EXPECT_EQ(command_words(text), command_words(command));
}

TEST(ComparedCommands, AreJoinedAndNeverEqual) {
  EXPECT_EQ(joined_calls({"a", "b", "a"}, ", "),
            R"(command("a"), command("b"), command("a "))");
}

std::string refusal(const std::string& command) {
  try {
    (void)joined_calls({command}, ", ");
  } catch (const WordError& error) {
    return error.what();
  }
  return "none";
}

TEST(ComparedCommands, RefusesWhatNoFormulaCanWrite) {
  EXPECT_EQ(refusal(" "), "the command   has no words");
  EXPECT_EQ(refusal("a 'b"), "the command a 'b has a ' without another");
  EXPECT_EQ(refusal(R"(a "it's" '"')"),
            "the command a \"it's\" '\"' has both kinds of quotes in its "
            "words, or a line break; write it into a script, or as a list of "
            "words into \"commands\" of spl.json");
}

TEST(NamedPrograms, AreThoseWithANameInFront) {
  struct Row {
    const char* word;
    const char* name;
    const char* path;
  };
  for (const Row& row :
       {Row{"fast=build-o3/bench", "fast", "build-o3/bench"},
        Row{"a=b=c", "a", "b=c"}, Row{"a=", "a", ""}, Row{"=b", "", "b"}}) {
    const auto named = named_program(row.word);
    ASSERT_TRUE(named) << row.word;
    EXPECT_EQ(named->name, row.name);
    EXPECT_EQ(named->path, row.path);
  }
  for (const char* word :
       {"bench", "build/bench", "./build=x/bench", "/opt/build=x/bench", ""}) {
    EXPECT_FALSE(named_program(word)) << word;
  }
}

TEST(NamedPrograms, HaveNamesThatFormulasCanWrite) {
  for (const char* name : {"fast", "O3", "gcc-12", "v1.2", "_", "3"}) {
    EXPECT_EQ(wrong_build_name(name), "") << name;
  }
  EXPECT_EQ(wrong_build_name("baseline"),
            "\"baseline\" is the revision that --baseline names; give the "
            "build another name");
  EXPECT_EQ(wrong_build_name("HEAD"),
            "\"HEAD\" is the commit that Git has checked out; give the build "
            "another name");
  for (const std::string name : {"", "a b", "a~1", "-a", "a-", "a@b", "ä"}) {
    EXPECT_EQ(wrong_build_name(name),
              '"' + name +
                  "\" cannot name a build: names are of letters, digits, "
                  "\"_\", \".\" and, between these, \"-\"");
  }
}

}  // namespace

}  // namespace spl::runner
