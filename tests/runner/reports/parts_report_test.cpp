// Reports of typical calls and all calls, by default, on worlds that are made
// up: one of each kind of ending.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/golden_file.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::StartsWith;

/// The times of `a`; `b` takes 100 ns a call.
struct Code {
  double ns = 100;
  std::size_t slow_calls =
      0;  ///< The number of slow calls that begin each run.
  std::size_t slow_block = 0;  ///< Every how many blocks such a run; 0: each.
  double slow_factor = 1;
};

/// Runs differ by up to 1 %, the calls of a run do not.
SampleWorld world_of(const Code& code) {
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    const bool is_a = order.performance.method == "a";
    const auto noise =
        static_cast<double>((block * (is_a ? 7 : 4) + 3) % 11) / 10;
    const bool is_slow =
        is_a && (code.slow_block == 0 || block % code.slow_block == 0);
    workload::RunAnswer answer;
    answer.iterations = 1;
    for (std::size_t i = 0; i < order.observations; ++i) {
      const double ns = (is_a ? code.ns : 100) + noise;
      answer.observations.push_back(
          is_slow && i < code.slow_calls ? ns * code.slow_factor : ns);
    }
    return answer;
  });
  world.decides_by_typical_calls = false;
  world.environment = {{"SPL_OBSERVATIONS", "50"}};
  return world;
}

/// The lines of the only relation.
std::string said(SampleWorld world, const std::string& formula,
                 std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"-e", formula, "-p", "sample"});
  (void)world.run(arguments);
  const std::size_t first = world.out.find('\n') + 1;
  return world.out.substr(first);
}

struct Ending {
  const char* file;
  Code code;
  const char* formula;
  std::vector<std::string> arguments = {};
};

// `within` makes two relations, the first with `b` on the left.
TEST(PartsReport, SaysOfWithinWhatItsRowIsAbout) {
  const std::string weak =
      said(world_of({95, 5, 4, 8}), "b(1) = a(1) within 5%", {"--runs", "40"});
  EXPECT_THAT(
      weak,
      StartsWith("    100 ns  not told apart from  112 ns  (21% shorter..2% "
                 "longer)  allowed: 5% either way\n"
                 "        passes, but is not certain: 21% shorter is "
                 "possible\n"));
  const std::string violated =
      said(world_of({103, 3, 0, 4}), "b(1) = a(1) within 5%", {"--runs", "40"});
  EXPECT_THAT(violated,
              StartsWith("  x 100 ns  18% shorter than  122 ns  (17..21%)  "
                         "allowed: 5% either way\n"
                         "        most calls: 2.9% shorter; the average "
                         "differs because of rare slow calls\n"));
}

const Ending kEndings[] = {
    {"no_increase", {}, "a(1) <= b(1)"},
    {"faster", {80}, "a(1) <= b(1)"},
    {"slower", {105}, "a(1) <= b(1)"},
    {"slow_calls", {100, 3, 0, 4}, "a(1) <= b(1)"},
    {"slow_calls_in_some_blocks", {100, 5, 4, 40}, "a(1) <= b(1)"},
    {"slow_runs", {100, 50, 3, 4}, "a(1) <= b(1)"},
    {"faster_but_slow_calls", {95, 5, 4, 8}, "a(1) <= b(1)", {"--runs", "40"}},
    {"no_decrease", {}, "a(1) < b(1)"},
    {"proven", {80}, "a(1) < b(1)", {"--budget", "10s"}},
    {"proven_by_few", {80}, "a(1) < b(1)", {"--runs", "12"}},
    {"unproven", {95, 5, 4, 8}, "a(1) < b(1)", {"--runs", "40"}},
    {"no_change", {}, "a(1) = b(1)"},
    {"few_blocks", {}, "a(1) <= b(1)", {"--runs", "8"}},
    {"slow_in_few_blocks", {110}, "a(1) <= b(1)", {"--runs", "8"}},
    {"used_up", {100, 50, 20, 4}, "a(1) <= b(1)", {"--runs", "40"}},
    {"unlike_sides", {}, "2 * a(1) <= b(1) + b(2)"},
    {"unlike_sides_few_blocks", {}, "2 * a(1) <= b(1) + b(2)", {"--runs", "8"}},
    {"unlike_sides_slower", {105}, "2 * a(1) <= b(1) + b(2)"},
    {"unlike_sides_slow_runs", {100, 50, 3, 4}, "2 * a(1) <= b(1) + b(2)"},
    {"limit_kept", {}, "a(1) <= 120 ns"},
    {"limit_exceeded", {}, "a(1) <= 95 ns"},
    {"limit_proven", {}, "a(1) < 120 ns"},
    {"all_calls", {100, 3, 0, 4}, "a(1) <= b(1)", {"-s", "statistic=mean"}},
    {"all_calls_alike", {}, "a(1) <= b(1)", {"-s", "statistic=mean"}},
};

TEST(PartsReport, IsAsOnFileForEachEnding) {
  std::string all;
  for (const Ending& one : kEndings) {
    const std::string text =
        said(world_of(one.code), one.formula, one.arguments);
    all += std::string(one.file) + '\n' + text.substr(0, text.find("\n\n") + 1);
  }
  expect_golden(std::string(SPL_TEST_DATA) + "/parts.txt", all);
}

// A side that is slower for ten blocks, and then faster for ten.
TEST(PartsReport, WarnsOfBlocksThatResembleTheirNeighbours) {
  const auto evaluated = [](std::size_t period) {
    SampleWorld world([=](const RunOrder& order, std::size_t block) {
      const bool is_up =
          order.performance.method == "a" && block / period % 2 == 0;
      const auto noise = static_cast<double>((block * 7 + 3) % 11) / 20;
      workload::RunAnswer answer;
      answer.iterations = 1;
      answer.observations.assign(order.observations,
                                 100 + noise + (is_up ? 1 : 0));
      return answer;
    });
    world.decides_by_typical_calls = false;
    return said(std::move(world), "a(1) = b(1)", {"--runs", "60"});
  };
  EXPECT_THAT(
      evaluated(10),
      ::testing::HasSubstr(
          "warning: a(1) = b(1): its blocks resemble their neighbours (6.5 "
          "standard deviations more than by chance), as if something changed "
          "slowly on one side; they count as independent, so the verdict is "
          "less sure than it says: measure again on a quieter machine, with a "
          "longer --budget\n"));
  EXPECT_THAT(evaluated(1), ::testing::Not(::testing::HasSubstr("resemble")));
}

json relation_of(SampleWorld world, const std::string& formula) {
  (void)world.run({"-e", formula, "-p", "sample", "--json=-"});
  return json::parse(world.out)["formulas"][0]["relations"][0];
}

TEST(PartsReport, HoldsPartsInJson) {
  const json found = relation_of(world_of({100, 3, 0, 4}), "a(1) <= b(1)");
  EXPECT_EQ(found["verdict"], "violated");
  EXPECT_EQ(found["parts"]["all_calls"]["decided"], true);
  EXPECT_EQ(found["parts"]["typical_calls"]["decided"], false);
  EXPECT_LT(found["parts"]["all_calls"]["p_greater"],
            found["parts"]["all_calls"]["level"]);
  EXPECT_NEAR(found["rare"]["ratio"], 1.18, 0.01);
  EXPECT_GE(found["rare"]["theta_lo"], 1);
  EXPECT_EQ(found["rare"]["level"], 0.9);
  const json same = relation_of(world_of({}), "a(1) <= b(1)");
  EXPECT_EQ(same["blocks"], 27);
  EXPECT_EQ(same["stopped"], "resolution");
  EXPECT_NEAR(same["unseen"]["processes"], 12.23, 0.01);
  EXPECT_NEAR(same["unseen"]["calls"], 586.8, 0.1);
}

TEST(PartsReport, AsksTypicalCallsAloneOnRequest) {
  SampleWorld world = world_of({100, 3, 0, 4});
  EXPECT_EQ(world.run({"-e", "a(1) <= b(1)", "-p", "sample", "-s",
                       "statistic=typical", "--json=-"}),
            0);
  const json report = json::parse(world.out);
  EXPECT_EQ(report["settings"]["statistic"], "typical");
  const json relation = report["formulas"][0]["relations"][0];
  EXPECT_TRUE(relation["parts"].is_null());
  EXPECT_TRUE(relation["unseen"].is_null());
  EXPECT_EQ(report["settings"]["statistic"], "typical");
}

/// Two constants.
SampleWorld constants() {
  SampleWorld world([](const RunOrder& order, std::size_t) {
    workload::RunAnswer answer;
    answer.iterations = 1;
    answer.observations.assign(order.observations,
                               order.performance.method == "a" ? 7 : 8);
    return answer;
  });
  world.decides_by_typical_calls = false;
  world.environment = {{"SPL_OBSERVATIONS", "50"}};
  return world;
}

// Another process may count otherwise.
TEST(PartsReport, NeedsAFirstLookWhereNothingVaries) {
  EXPECT_THAT(
      said(constants(), "a(1) < b(1)"),
      ::testing::HasSubstr("(the same in every run)\n\n1 formula holds, 14 "
                           "s.\nMay have been missed: anything rarer than 1 "
                           "in 260 calls or 1 in 5 processes"));
}

TEST(PartsReport, NeedsTwoLongRunsWhereNothingVaries) {
  SampleWorld world = constants();
  world.launcher.run_seconds = 0.2;
  EXPECT_THAT(said(std::move(world), "a(1) < b(1)"),
              ::testing::HasSubstr("\nToo few runs to see rare calls.\n"));
}

// A quantile does not say how many calls were seen.
TEST(PartsReport, NamesNoCallsWhereTheyAreNotCounted) {
  EXPECT_THAT(said(world_of({}), "p50(a(1)) <= 2 * p50(b(1))"),
              ::testing::HasSubstr("May have been missed: anything rarer than "
                                   "1 in 2 processes"));
}

}  // namespace
}  // namespace spl::runner
