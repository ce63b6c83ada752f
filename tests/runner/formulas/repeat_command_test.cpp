#include "runner/formulas/repeat_command.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

std::string again(const std::vector<std::string>& arguments,
                  const Repetition& repetition,
                  const std::string& program = "spl-run") {
  const CommandLine line = parse_command_line(arguments);
  return repeat_command(program, {line.command, line.typed}, repetition);
}

TEST(RepeatCommand, EvaluatesOneFormulaInDetail) {
  EXPECT_EQ(again({"-p", "bin/perf", "perf.spl", "--budget", "1s"}, {"line 5"}),
            "spl-run -v -f 'line 5' -p bin/perf --budget 1s perf.spl");
  EXPECT_EQ(again({"-e", "a < b"}, {}, "bin/spl-run"),
            "bin/spl-run -v -e 'a < b'");
}

TEST(RepeatCommand, WritesNoReports) {
  EXPECT_EQ(again({"--json", "x.json", "--json=-", "-q", "-f", "old",
                   "--filter=*", "-s", "seed=7", "-o", "a.html", "perf.spl"},
                  {"new"}),
            "spl-run -v -f new perf.spl");
}

TEST(RepeatCommand, CanBeTypedForAnAssertion) {
  EXPECT_EQ(again({"--own-program", "/bin/test", "--formula", "a < b",
                   "--filter", "*", "--json", "-", "--color", "never",
                   "--signs-of-life", "3", "--columns", "100"},
                  {}),
            "spl-run -v -p /bin/test -e 'a < b'");
}

TEST(RepeatCommand, LeavesOutAProgramInWhosePlaceRevisionsWereBuilt) {
  Repetition repetition;
  repetition.needs_no_program = true;
  EXPECT_EQ(again({"--own-program", "build/bench", "-p", "other", "--formula",
                   "a < a@v1"},
                  repetition),
            "spl-run -v -p other -e 'a < a@v1'");
}

TEST(RepeatCommand, KeepsWhatDecides) {
  EXPECT_EQ(
      again({"--undecided", "skip", "-s", "family=7", "-s", "alpha=0.1", "-s",
             "observations-in-json", "-s", "learn=false", "a.spl:3"},
            {}),
      "spl-run -v --undecided skip -s family=7 -s alpha=0.1 -s "
      "learn=false a.spl:3");
}

TEST(RepeatCommand, KeepsTheFamilyOfAClaim) {
  Repetition repetition;
  repetition.claim = "a(1) <= a@baseline(1)";
  repetition.family = 42;
  EXPECT_EQ(again({"guard", "-s", "family=3"}, repetition),
            "spl-run -v -s family=42 -e 'a(1) <= a@baseline(1)'");
}

TEST(RepeatCommand, KeepsTheLevelThatAFamilyGave) {
  EXPECT_EQ(again({"-s", "alpha=0.1", "-s", "familywise=0.2", "a.spl"},
                  {"one", std::nullopt, 0.05 / 6}),
            "spl-run -v -s familywise=0 -s alpha=0.008333 -f one a.spl");
}

TEST(RepeatCommand, DrawsTheSameNumbers) {
  const Repetition same{"", 42};
  EXPECT_EQ(again({"-p", "sample", "-f", "x", "a b.spl"}, same),
            "spl-run -s seed=42 -p sample -f x 'a b.spl'");
  EXPECT_EQ(again({"guard", "-s", "seed=42", "-v"}, same),
            "spl-run guard -s seed=42");
}

TEST(RepeatCommand, EvaluatesAClaimOfAGuard) {
  Repetition claim;
  claim.claim = "a(2) <= a@baseline(2)";
  EXPECT_EQ(again({"guard", "-c", "x.json", "--strict", "--tolerance", "3%",
                   "--filter", "a*", "-o", "page.html"},
                  claim),
            "spl-run -v -c x.json -e 'a(2) <= a@baseline(2)'");
  claim.metric = "cpu";
  EXPECT_EQ(again({"--metric=wall,cpu", "guard"}, claim),
            "spl-run -v --metric cpu -e 'a(2) <= a@baseline(2)'");
}

TEST(RepeatCommand, LeavesFilesAndComparedCommandsAlone) {
  EXPECT_EQ(again({"a.spl", "--", "--json"}, {}), "spl-run -v a.spl -- --json");
  EXPECT_EQ(again({"--json", "-", "compare", "a", "b -q"}, {}),
            "spl-run compare -v a 'b -q'");
}

}  // namespace
}  // namespace spl::runner
