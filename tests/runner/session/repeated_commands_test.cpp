// The commands that repeat formulas, tried on given observations.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Twenty runs about a mean, which no two performances vary alike.
json runs(double mean, int stride) {
  json result = json::array();
  for (int run = 0; run < 20; ++run) {
    const double change = ((run * stride) % 19 - 9) / 300.0;
    result.push_back(json::array({mean * (1 + change), mean * (1 + change)}));
  }
  return {{"runs", result}};
}

class RepeatedCommands : public ::testing::Test {
 protected:
  RepeatedCommands() {
    json performances = {{"base", runs(100, 3)},
                         {"near", runs(101.53, 7)},
                         {"far", runs(130, 5)}};
    for (int i = 0; i < 4; ++i) {
      performances["equal(" + std::to_string(i) + ")"] = runs(100, 2 + i);
    }
    data_ = folder_.write(
        "data.json",
        json{{"schema", 1}, {"unit", "ns"}, {"performances", performances}}
            .dump());
  }

  json report(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "-"});
    (void)world_.run(arguments);
    return json::parse(world_.out);
  }

  /// Evaluates the command of a formula.
  json repeated(const json& formula) {
    std::vector<std::string> words =
        command_words(formula.at("command").get<std::string>());
    words.erase(words.begin());
    return report(words);
  }

  [[nodiscard]] std::string file(const std::string& name,
                                 const std::string& text) {
    return folder_.write(name, text);
  }

  TemporaryFolder folder_;
  std::string data_;
  SampleWorld world_{means({})};
};

json verdicts_of(const json& formula) {
  json result = json::array();
  for (const json& one : formula.at("relations")) {
    result.push_back(one.at("strength"));
  }
  return result;
}

TEST_F(RepeatedCommands, NameNoProgramBesideGivenObservations) {
  const json first =
      report({"--own-program", "bench", "--data", data_, "-e", "far <= base"})
          .at("formulas")
          .at(0);
  EXPECT_EQ(first.at("verdict"), "violated");
  EXPECT_EQ(repeated(first).at("formulas").at(0).at("verdict"), "violated");
}

TEST_F(RepeatedCommands, FindAtOneLevelWhatTheirFamilyFound) {
  const std::string formulas = file("family.spl",
                                    "o: near <= base or far <= base\n"
                                    "e: for i in 0..3: equal(i) <= base\n");
  const json first = report({"--data", data_, "-s", "statistic=mean", formulas})
                         .at("formulas")
                         .at(0);
  ASSERT_EQ(first.at("verdict"), "violated");
  const json again = repeated(first);
  ASSERT_EQ(again.at("formulas").size(), 1U);
  EXPECT_EQ(again.at("formulas").at(0).at("verdict"), "violated");
  EXPECT_EQ(verdicts_of(again.at("formulas").at(0)), verdicts_of(first));
}

TEST_F(RepeatedCommands, KeepTheFilterOfASingleFormula) {
  const std::string formulas =
      file("two.spl", "one: far <= base\ntwo: base >= far\n");
  const json all = report({"--data", data_, formulas, "-f", "two"});
  EXPECT_EQ(all.at("formulas").at(0).at("command"),
            "spl-run -v -f two --data '" + data_ + "' '" + formulas + "'");
}

TEST_F(RepeatedCommands, NameThePlaceWhereFilesShareALabel) {
  const std::string one = file("one.spl", "same: far <= base\n");
  const std::string two = file("two.spl", "same: base >= far\n");
  const json all = report({"--data", data_, one, two});
  EXPECT_EQ(all.at("formulas").at(0).at("command"),
            "spl-run -v --data '" + data_ + "' '" + one + ":1'");
}

TEST_F(RepeatedCommands, SayWhatTheEnvironmentOfContinuousIntegrationDecides) {
  world_.environment = {{"CI", "true"},
                        {"SPL_ALPHA", "0.002"},
                        {"SPL_STATISTIC", "median"},
                        {"SPL_REV", "v1"},
                        {"SPL_COLOR", "always"}};
  const json all =
      report({"--data", data_, "-e", "far <= base", "-s", "statistic=typical"});
  EXPECT_EQ(all.at("formulas").at(0).at("command"),
            "spl-run -v -s alpha=0.002 --data '" + data_ +
                "' -e 'far <= base' -s statistic=typical");
}

}  // namespace
}  // namespace spl::runner
