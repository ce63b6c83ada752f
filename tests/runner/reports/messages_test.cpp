#include "runner/reports/messages.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

TEST(Warnings, AreALineEach) {
  EXPECT_EQ(warnings_text({}, Colors::kOff), "");
  EXPECT_EQ(warnings_text({"a", "b\n    c"}, Colors::kOff),
            "warning: a\nwarning: b\n    c\n");
}

TEST(Warnings, EndNoLineInAName) {
  EXPECT_EQ(warnings_text({"b\nf.spl:1: f: holds"}, Colors::kOff),
            "warning: b" + line_feed_sign() + "f.spl:1: f: holds\n");
  EXPECT_EQ(
      diagnostics_text({{"f\n1", 1, 2, "no a\nb", ""}}, "error"),
      "f" + line_feed_sign() + "1:1:2: error: no a" + line_feed_sign() + "b\n");
}

TEST(Warnings, AreTenOfAKind) {
  Warnings warnings;
  std::string expected;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "f(" + std::to_string(i) + ")";
    std::string rise = ": " + std::to_string(i);
    rise.append(" of 9 runs of \"").append(name).append("\" rise");
    warnings.emplace_back(name, std::move(rise));
    warnings.emplace_back(name, ": another");
    if (i >= 10) continue;
    for (const std::size_t one : {2, 1}) {
      expected += "warning: " + to_text(warnings[warnings.size() - one]) + '\n';
    }
  }
  warnings.emplace_back("alone");
  EXPECT_EQ(
      warnings_text(warnings, Colors::kOff),
      expected +
          "warning: alone\n"
          "warning: 2 more like this: f(0): 0 of 9 runs of \"f(0)\" rise\n"
          "warning: 2 more like this: f(0): another\n");
}

TEST(Warnings, AreGroupedByKind) {
  Warnings warnings{{"a(1)", ": 6 % of the calls are slow"}, "alone"};
  for (int i = 2; i < 5; ++i) {
    warnings.emplace_back(
        "a(" + std::to_string(i) + ")",
        ": " + std::to_string(i) + " % of the calls are slow");
  }
  EXPECT_EQ(grouped_warnings_text(warnings, Colors::kOff),
            "warning: a(1): 6 % of the calls are slow (likewise a(2), a(3), "
            "a(4))\nwarning: alone\n");
  EXPECT_EQ(grouped_warnings_text(warnings, Colors::kOff, 40),
            "warning: a(1): 6 % of the calls are slow\n    (likewise a(2), "
            "a(3), a(4))\nwarning: alone\n");
}

TEST(Warnings, AreOfAKindWhateverTheirNumbers) {
  EXPECT_EQ(grouped_warnings_text({{"a(1)", ": 8.1 % of the calls are slow"},
                                   {"a(2)", ": 10 % of the calls are slow"}},
                                  Colors::kOff),
            "warning: a(1): 8.1 % of the calls are slow (likewise a(2))\n");
}

TEST(Warnings, OfEarlierReportsAreGroupedToo) {
  Warnings warnings;
  for (int i = 1; i < 5; ++i) {
    warnings.emplace_back("a(" + std::to_string(i) + ")", ": is slow");
  }
  warnings[0].files = warnings[1].files = {"x.json"};
  warnings[2].files = {"y.json"};
  EXPECT_EQ(grouped_warnings_text(warnings, Colors::kOff),
            "warning: when x.json was measured: a(1): is slow (likewise a(2))\n"
            "warning: when y.json was measured: a(3): is slow\n"
            "warning: a(4): is slow\n");
}

TEST(Warnings, NameTheOtherSubjects) {
  const auto grouped = [](const Warnings& warnings) {
    return grouped_warnings_text(warnings, Colors::kOff);
  };
  EXPECT_EQ(grouped({{"x/a", " is built without: build it so"},
                     {"x/b", " is built without: build it so"}}),
            "warning: x/a is built without: build it so (likewise x/b)\n");
  EXPECT_EQ(grouped({{"a < b(1)", ": slow"}, {"a < b(2)", ": slow"}}),
            "warning: a < b(1): slow (likewise a < b(2))\n");
  EXPECT_EQ(grouped({"run 1 of two: late", "run 2 of two: late"}),
            "warning: run 1 of two: late\nwarning: run 2 of two: late\n");
  EXPECT_EQ(grouped({"one", "one"}), "warning: one (1 more like this)\n");
}

TEST(Warnings, NameFiveOthersOfAKind) {
  Warnings warnings;
  for (int i = 0; i < 9; ++i) {
    warnings.emplace_back("a(" + std::to_string(i) + ")", ": is slow");
  }
  EXPECT_EQ(grouped_warnings_text(warnings, Colors::kOff),
            "warning: a(0): is slow (likewise a(1), a(2), a(3), a(4), a(5) and "
            "3 more)\n");
}

TEST(Warnings, NameEachOnce) {
  EXPECT_EQ(grouped_warnings_text({{"a(1)", ": 3 of 9 runs rise"},
                                   {"a(2)", ": 4 of 9 runs rise"},
                                   {"a(1)", ": 2 of 8 runs rise"},
                                   {"a(2)", ": 4 of 9 runs rise"}},
                                  Colors::kOff),
            "warning: a(1): 3 of 9 runs rise (likewise a(2))\n");
}

TEST(Warnings, AreOfAKindWhateverTheFormula) {
  Warnings warnings;
  std::string expected;
  for (char name = 'a'; name < 'm'; ++name) {
    warnings.emplace_back(std::string("my.spl:7: BM_") + name + "/threads:1()",
                          ": a block takes 2 s");
    if (name < 'k') expected += "warning: " + to_text(warnings.back()) + '\n';
  }
  warnings.emplace_back("my.spl:7: BM_z()", ": another: a block takes 2 s");
  warnings.emplace_back("my.spl:7: alone");
  EXPECT_EQ(warnings_text(warnings, Colors::kOff),
            expected +
                "warning: my.spl:7: BM_z(): another: a block takes 2 s\n"
                "warning: my.spl:7: alone\n"
                "warning: 2 more like this: my.spl:7: BM_a/threads:1(): a "
                "block takes 2 s\n");
}

TEST(Diagnostics, AreTenOfAKind) {
  std::vector<parser::Diagnostic> errors;
  std::string expected;
  for (std::size_t i = 1; i <= 11; ++i) {
    errors.push_back(
        {"f.spl", i, 2, "no \"x" + std::to_string(i) + "\" here", "line\n^"});
    if (i <= 10) expected += parser::to_text(errors.back(), "note");
  }
  EXPECT_EQ(diagnostics_text(errors, "note"),
            expected + "note: 1 more like this: no \"x1\" here\n");
}

}  // namespace
}  // namespace spl::runner
