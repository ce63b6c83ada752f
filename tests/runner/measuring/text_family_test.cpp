// Families: what chance does to many relations of one or many texts.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr unsigned kEvaluations = 20;
constexpr const char* kText = "for i in 1..60: a(i) <= b(i)";

/// Equal code everywhere, whose runs differ by 1 %, their observations less.
Script equal_code(unsigned seed) {
  return [engine = std::mt19937_64(seed)](const RunOrder& order,
                                          std::size_t) mutable {
    std::normal_distribution<double> noise;
    workload::RunAnswer answer;
    answer.iterations = 100;
    const double run = 100 * (1 + 0.01 * noise(engine));
    for (std::size_t i = 0; i < order.observations; ++i) {
      answer.observations.push_back(run *
                                    (1 + 0.001 * static_cast<double>(i % 5)));
    }
    return answer;
  };
}

/// The number of red evaluations of identical code.
unsigned red(std::vector<std::string> arguments) {
  unsigned count = 0;
  for (unsigned seed = 1; seed <= kEvaluations; ++seed) {
    SampleWorld world(equal_code(seed));
    world.decides_by_typical_calls = false;
    world.environment = {{"SPL_OBSERVATIONS", "5"}};
    std::vector<std::string> all{"-p", "sample", "-s", "max-runs=40"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const int status = world.run(all);
    EXPECT_TRUE(status == 0 || status == 1) << world.err;
    count += status == 1 ? 1 : 0;
  }
  return count;
}

// A red evaluation in twenty is 5 %.
TEST(TextFamilySimulation, HoldsManyRelationsOfOneTextToItsLevel) {
  EXPECT_LE(red({"-e", kText}), kEvaluations / 20);
  // The single look of a fixed number of blocks, where Holm steps down.
  EXPECT_LE(red({"-e", kText, "--runs", "30"}), kEvaluations / 20);
}

// Each text used to have 5 % of its own.
TEST(TextFamilySimulation, HoldsManyTextsToOneLevel) {
  std::vector<std::string> texts;
  for (int i = 1; i <= 60; ++i) {
    texts.insert(texts.end(), {"-e", fmt::format("a({0}) <= b({0})", i)});
  }
  EXPECT_LE(red(texts), kEvaluations / 20);
}

TEST(TextFamilySimulation, WasRedInManyEvaluationsWithoutThatLevel) {
  EXPECT_GE(red({"-e", kText, "-s", "familywise=0"}), 4U);
}

/// The family of one relation in a scripted world.
class Level : public ::testing::Test {
 protected:
  json formula(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-p", "sample", "--json=-"});
    EXPECT_EQ(world_.run(arguments), 0) << world_.err;
    const json report = json::parse(world_.out);
    return report["formulas"][0];
  }

  json level(const std::vector<std::string>& arguments) {
    return formula(arguments)["relations"][0]["adjusted_alpha"];
  }

  TemporaryFolder folder_;
  SampleWorld world_{means({{"a", 100}, {"b", 200}, {"c", 300}})};
};

constexpr const char* kTen = "for i in 1..10: a(i) <= b(i)";

TEST_F(Level, IsSharedWhateverConnectsTheRelations) {
  EXPECT_EQ(level({"-e", kTen}), 0.005);
  EXPECT_EQ(level({"-e", "exists i in 1..10: a(i) <= b(i)"}), 0.005);
  EXPECT_EQ(level({"-e",
                   "a(1) <= b(1) or a(2) <= b(2) or a(3) <= b(3) or a(4) <= "
                   "b(4) or a(5) <= b(5) or a(6) <= b(6)",
                   "--runs", "2"}),
            0.05 / 6);
  EXPECT_EQ(level({"-e", kTen, "-s", "familywise=0"}), 0.01);
}

TEST_F(Level, IsSharedByAllTextsWhateverAFilterSelects) {
  EXPECT_EQ(level({"-e", "a(1) <= b(1)", "-e", kTen}), 0.05 / 11);
  EXPECT_EQ(level({"-e", "a(1) <= b(1)", "-e", kTen, "-f", "formula1"}),
            0.05 / 11);
  const std::string texts = folder_.write(
      "y.spl", "one: a(1) <= b(1)\nten: for i in 1..10: a(i) <= b(i)\n");
  EXPECT_EQ(level({texts, "-f", "one"}), 0.05 / 11);
}

TEST_F(Level, IsAlphaOfASingleRelation) {
  EXPECT_EQ(level({"-e", "a(1) <= b(1)", "-s", "alpha=0.1"}), 0.1);
  EXPECT_EQ(
      level({folder_.write("x.spl", "a(1) <= b(1)\n"), "-s", "alpha=0.1"}),
      0.1);
}

TEST_F(Level, IsSharedWithSoManyEvaluations) {
  EXPECT_EQ(level({"-e", "a(1) <= b(1)", "-s", "family=5"}), 0.01);
  EXPECT_EQ(level({"-e", "a(1) <= b(1)", "-s", "family=20"}), 0.0025);
  EXPECT_THAT(world_.err,
              HasSubstr(", down to 0.25 % in a family of 20 texts"));
  EXPECT_EQ(level({"-e", kTen, "-s", "family=2"}), 0.0025);
  EXPECT_EQ(level({"-e", "set family = 20; a(1) <= b(1)"}), 0.0025);
  world_.environment["SPL_FAMILY"] = "20";
  EXPECT_EQ(formula({"-e", "a(1) <= b(1)"})["family"], 20);
  EXPECT_EQ(level({"-e", "a(1) <= b(1)"}), 0.0025);
  EXPECT_EQ(level({"-e", "a(1) <= b(1)", "-s", "family=1"}), 0.01);
  EXPECT_THAT(world_.err, Not(HasSubstr("family")));
  EXPECT_EQ(world_.run({"-e", "a(1) <= b(1)", "-s", "family=0"}), 2);
}

}  // namespace
}  // namespace spl::runner
