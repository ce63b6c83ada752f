// portability and sensitivity: what is done with reports and data besides
// deciding.

#include "runner/commands/portability/portability.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string with_means(double m, double n) {
  std::string text =
      R"({ "schema": 1, "unit": "ns", "performances": { "M": { "runs": [)";
  text += "[" + std::to_string(m) + "], [" + std::to_string(m + 0.5) + "]]},";
  text += R"("N": { "runs": [)";
  text += "[" + std::to_string(n) + "], [" + std::to_string(n) + "]]}}}";
  return text;
}

class Portability : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string here_ = folder_.write("here.json", with_means(99.75, 50));
  const std::string there_ = folder_.write("there.json", with_means(49.75, 50));
  const std::string report_ = folder_.path() / "report.json";
  SampleWorld world_{means({})};
};

// 2 here, 1 there; and 1/2 against 1.
TEST_F(Portability, IsTheGreaterQuotientOfTheRatios) {
  const std::vector<std::string> formulas{"-e", "M >= N", "-e", "N <= M"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.end(), formulas.begin(), formulas.end());
    return world_.run(more);
  };
  EXPECT_EQ(run({"--data", there_, "--json", report_}), 0);
  EXPECT_EQ(run({"--data", here_, "-v", "portability", report_}), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("      proven: ratio 2 (1.841 .. 2.159); portability 2\n"));
  EXPECT_EQ(run({"--data", here_, "portability", report_, "--json", "-"}), 0);
  const json formulas_here = json::parse(world_.out)["formulas"];
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(formulas_here[i]["relations"][0]["portability"].get<double>(),
                2, 1e-9);
  }
}

TEST_F(Portability, WarnsWhereNothingMatches) {
  EXPECT_EQ(world_.run({"--data", here_, "-e", "M >= N", "--json", report_}),
            0);
  EXPECT_EQ(
      world_.run({"--data", here_, "-e", "N <= M", "portability", report_}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("warning: " + report_ +
                        " has none of these relations; relations are "
                        "matched by their texts\n"));
}

TEST_F(Portability, LosesNoRelationThatMoves) {
  EXPECT_EQ(world_.run({"--data", there_, "-e", "N <= 9 * M", "-e",
                        "moved: M >= N", "-e", "M < 9 * N", "--json", report_}),
            0);
  EXPECT_EQ(world_.run({"--data", here_, "-e", "M >= N and N <= 8 * M", "-e",
                        "N <= 9 * M", "portability", report_}),
            0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("warning: without portability, because they are not in " +
                report_ + ": N <= 8 * M\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("warning: without portability, because they are in " +
                        report_ + " only: M < 9 * N\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("portability of 2 relations (1: the ratio is the same "
                        "there): median 2, 0 % within 1.1, 0 % within 1.5, "
                        "100 % within 2; worst 2: "));
}

TEST_F(Portability, RefusesWhatIsNoReport) {
  struct Row {
    std::string text;
    std::string message;
  };
  const Row rows[] = {
      {"{", "the JSON text ends too early, in line 1, column 2"},
      {"[]", "expected an object, found a list"},
      {"{}", "\"schema\" is missing here"},
      {R"({ "schema": 2 })", "schema: this version reads reports of schema 1"},
      {R"({ "schema": 1 })", "\"formulas\" is missing here"},
      {R"({ "schema": 1, "formulas": 1 })",
       "formulas: expected a list, found a number"},
      {R"({ "schema": 1, "formulas": [{ "label": "a" }] })",
       "formulas[0]: \"relations\" is missing here"},
      {R"({ "schema": 1, "formulas": [{ "label": "a", "relations":
             [{ "id": "M < N", "ratio": { "estimate": "2" } }] }] })",
       "formulas[0].relations[0].ratio.estimate: expected a number, found a "
       "string"},
  };
  for (const Row& row : rows) {
    const std::string path = folder_.write("other.json", row.text);
    EXPECT_EQ(world_.run({"--data", here_, "-e", "M < N", "portability", path}),
              2);
    EXPECT_EQ(world_.err,
              "spl-run: error: " + path + ": " + row.message + "\n");
    EXPECT_EQ(world_.out, "");
  }
}

TEST_F(Portability, SensitivityIsATableForEachPerformance) {
  const std::string data = folder_.write("data.json", R"({ "schema": 1,
    "unit": "ns", "performances": {
      "M": { "runs": [[10, 11], [10.5, 11.5], [10, 12]] },
      "N": { "runs": [[1, 2]] } } })");
  EXPECT_EQ(world_.run({"sensitivity", "1.5", "--data", data}), 0);
  EXPECT_THAT(world_.out, ::testing::StartsWith(
                              "M times 1.5: found slower/faster, in % of the "
                              "repetitions\n"
                              "  observations of halves  welch\n"
                              "  10                      100.0/0.0\n"));
  EXPECT_THAT(world_.out,
              ::testing::EndsWith(
                  "\n1000 repetitions a row, each direction at alpha 1 %. "
                  "-s interpretation=nonparametric adds a column for "
                  "that, with fewer repetitions.\n"
                  "warning: N has no two runs to split into halves\n"
                  "Observations of " +
                  data + ".\n"));
}

TEST_F(Portability, SensitivityOfSingleRunsIsAboutNoFormulas) {
  const std::string data = folder_.write("data.json", R"({ "schema": 1,
    "unit": "ns", "performances": { "N": { "runs": [[1, 2]] } } })");
  EXPECT_EQ(world_.run({"sensitivity", "1.5", "--data", data}), 4);
  EXPECT_EQ(world_.out,
            "warning: N has no two runs to split into halves\n"
            "Observations of " +
                data + ".\n");
}

TEST_F(Portability, SensitivityRefusesWhatItCannotDraw) {
  EXPECT_EQ(world_.run({"sensitivity", "1.01"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: sensitivity draws from given observations; name "
            "their file with --data PATH\n");
  for (const char* factor : {"0", "-1", "x", "nan", "inf", "1.01x", "1e308"}) {
    EXPECT_EQ(world_.run({"sensitivity", factor, "--data", here_}), 2);
    EXPECT_EQ(world_.err,
              "spl-run: error: sensitivity takes a factor above 0 and below "
              "1000000, like 1.01, not \"" +
                  std::string(factor) + "\"\n");
  }
}

}  // namespace
}  // namespace spl::runner
