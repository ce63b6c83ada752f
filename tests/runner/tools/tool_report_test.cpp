#include "runner/tools/tool_report.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace spl::runner {
namespace {

using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(ValidJson, HasNullForWhatIsNoNumber) {
  EXPECT_EQ(valid_json(R"({"a": NaN, "b": -NaN, "c": -Infinity, "d": 1.5})"),
            R"({"a": null, "b": null, "c": null, "d": 1.5})");
  EXPECT_EQ(valid_json("[Infinity,NaN]"), "[null,null]");
  EXPECT_EQ(valid_json("[nan, -nan,inf,-inf, -nan(ind)]"),
            "[null, null,null,null, null]");
  EXPECT_EQ(valid_json("[nan(" + std::string(40, '1') + ")"),
            "[null(" + std::string(40, '1') + ")");
  EXPECT_EQ(valid_json(R"({"rms": 2%, "x":-1.5e+02%})"),
            R"({"rms": null, "x":null})");
}

TEST(ValidJson, LeavesNamesAlone) {
  const std::string names =
      R"({"NaN": "x \" NaN", "y\\": "Infinity", "12%": "nan, inf, 5%"})";
  EXPECT_EQ(valid_json(names), names);
  EXPECT_EQ(valid_json(R"(["\)"), R"(["\)");
}

TEST(ValidJson, HasNoByteThatIsNoUtf8) {
  EXPECT_EQ(valid_json("[\"b\xf6x\", \"b\xc3\xb6x\"]"),
            "[\"b?x\", \"b\xc3\xb6x\"]");
}

std::string lack_of(const ForeignObservation& one, std::string_view metric) {
  return to_text(lack(one, metric));
}

TEST(ToolReport, HasNoTimeOfALoopThatDoesNothing) {
  for (const double time : {0.0, 2e-7, 0.0999}) {
    EXPECT_THAT(lack_of({time, time, 1e9}, "wall"),
                StartsWith("has an empty loop: "));
    EXPECT_THAT(lack_of({time, time, 1e9}, "cpu"),
                StartsWith("has an empty loop: "));
    // It may wait instead of working, or be no loop.
    EXPECT_THAT(lack_of({1e6, time, 1e9}, "cpu"), IsEmpty());
    EXPECT_THAT(lack_of({time, time, 1}, "wall"), IsEmpty());
  }
  EXPECT_THAT(lack_of({0.1, 0.1, 1e9}, "wall"), IsEmpty());
}

TEST(ToolReport, HasTheTimesThatAreValid) {
  const std::string expected =
      "has no valid time: a time is a number of ns, us, ms or s, 0 or more";
  EXPECT_EQ(lack_of({-1, 1, 1}, "wall"), expected);
  EXPECT_EQ(lack_of({kNoValue, 1, 1}, "wall"), expected);
  EXPECT_EQ(lack_of({HUGE_VAL, 1, 1}, "wall"), expected);
  EXPECT_EQ(lack_of({1, 1, 1e300}, "wall"),
            "has no valid number of iterations: it has more than 1e18");
  EXPECT_EQ(lack_of({-1, 1, 1}, "cpu"), "");
  EXPECT_EQ(to_text(lack({-1, 1, 1}, "wall"), "x.json"),
            "has no valid time in x.json: a time is a number of ns, us, ms or "
            "s, 0 or more");
}

TEST(ToolReport, TellsNamesApart) {
  ToolReport report{{{"g/a", "g/s/a"},
                     {"g/a", "g/t/a"},
                     {"b"},
                     {"b"},
                     {""},
                     {"c", "longer"}}};
  tell_apart(report);
  ASSERT_EQ(report.benchmarks.size(), 5U);
  EXPECT_EQ(report.benchmarks[0].name, "g/s/a");
  EXPECT_EQ(report.benchmarks[1].name, "g/t/a");
  EXPECT_EQ(report.benchmarks[4].name, "c");
  EXPECT_FALSE(report.benchmarks[0].failure);
  EXPECT_EQ(to_text(report.benchmarks[3].failure),
            "is the name of two benchmarks: they cannot be told apart; rename "
            "one of them, or leave them out with --filter");
  EXPECT_EQ(report.remarks.size(), 1U);
}

}  // namespace
}  // namespace spl::runner
