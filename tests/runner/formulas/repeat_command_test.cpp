#include "runner/formulas/repeat_command.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(RepeatCommand, EvaluatesOneFormulaInDetail) {
  EXPECT_EQ(repeat_command("spl-run",
                           {"-p", "bin/perf", "perf.spl", "--budget", "1s"},
                           {"line 5"}),
            "spl-run -v -f 'line 5' -p bin/perf perf.spl --budget 1s");
  EXPECT_EQ(repeat_command("bin/spl-run", {"-e", "a < b"}, {}),
            "bin/spl-run -v -e 'a < b'");
}

TEST(RepeatCommand, WritesNoReports) {
  EXPECT_EQ(repeat_command("spl-run",
                           {"--json", "x.json", "--json=-", "-q", "-f", "old",
                            "--filter=*", "--seed", "7", "perf.spl"},
                           {"new"}),
            "spl-run -v -f new perf.spl");
}

TEST(RepeatCommand, CanBeTypedForAnAssertion) {
  EXPECT_EQ(repeat_command("spl-run",
                           {"--own-program", "/bin/test", "--formula", "a < b",
                            "--filter", "*", "--json", "-", "--color", "never",
                            "--signs-of-life", "3", "--columns", "100"},
                           {}),
            "spl-run -v -p /bin/test --formula 'a < b'");
}

TEST(RepeatCommand, LeavesOutAProgramInWhosePlaceRevisionsWereBuilt) {
  Repetition again;
  again.needs_no_program = true;
  EXPECT_EQ(repeat_command("spl-run",
                           {"--own-program", "build/bench", "-p", "other",
                            "--formula", "a < a@v1"},
                           again),
            "spl-run -v -p other --formula 'a < a@v1'");
}

TEST(RepeatCommand, KeepsWhatDecides) {
  EXPECT_EQ(repeat_command("spl-run",
                           {"--undecided", "skip", "--family", "7", "--alpha",
                            "0.1", "--observations-in-json", "a.spl"},
                           {}),
            "spl-run -v --undecided skip --family 7 --alpha 0.1 a.spl");
}

TEST(RepeatCommand, KeepsTheFamilyOfAClaim) {
  Repetition again;
  again.claim = "a(1) <= a@baseline(1)";
  again.family = 42;
  EXPECT_EQ(repeat_command("spl-run", {"--guard", "--family", "3"}, again),
            "spl-run -v --family 42 -e 'a(1) <= a@baseline(1)'");
}

TEST(RepeatCommand, KeepsTheLevelThatAFamilyGave) {
  EXPECT_EQ(
      repeat_command("spl-run", {"--alpha", "0.1", "--familywise=0.2", "a.spl"},
                     {"one", std::nullopt, 0.05 / 6}),
      "spl-run -v --familywise 0 --alpha 0.008333 -f one a.spl");
}

TEST(RepeatCommand, DrawsTheSameNumbers) {
  const Repetition same{"", 42};
  EXPECT_EQ(
      repeat_command("spl-run", {"-p", "sample", "-f", "x", "a b.spl"}, same),
      "spl-run --seed 42 -p sample -f x 'a b.spl'");
  EXPECT_EQ(repeat_command("spl-run", {"--seed", "42", "-v", "a.spl"}, same),
            "spl-run --seed 42 a.spl");
}

TEST(RepeatCommand, EvaluatesAClaimOfAGuard) {
  Repetition claim;
  claim.claim = "a(2) <= a@baseline(2)";
  EXPECT_EQ(
      repeat_command("spl-run",
                     {"--guard", "-c", "x.json", "--strict", "--tolerance",
                      "3%", "--filter", "a*", "--html", "page.html"},
                     claim),
      "spl-run -v -c x.json -e 'a(2) <= a@baseline(2)'");
  claim.metric = "cpu";
  EXPECT_EQ(repeat_command("spl-run", {"--metric=wall,cpu", "--guard"}, claim),
            "spl-run -v --metric cpu -e 'a(2) <= a@baseline(2)'");
}

TEST(RepeatCommand, LeavesFilesAndComparedCommandsAlone) {
  EXPECT_EQ(repeat_command("spl-run", {"a.spl", "--", "--json"}, {}),
            "spl-run -v a.spl -- --json");
  EXPECT_EQ(
      repeat_command("spl-run", {"--json", "-", "--compare", "a", "b -q"}, {}),
      "spl-run -v --compare a 'b -q'");
}

}  // namespace
}  // namespace spl::runner
