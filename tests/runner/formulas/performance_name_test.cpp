#include "runner/formulas/performance_name.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using logic::Performance;

TEST(PerformanceName, ReadsAsAFormulaWritesIt) {
  struct Row {
    std::string name;
    Performance performance;
  };
  const Row rows[] = {
      {"M", {"M", "", "", "", {}}},
      {" M() ", {"M", "", "", "", {}}},
      {"sort( 1e2 )", {"sort", "", "", "", {100.0}}},
      {"sort(10 * 10, 'a')", {"sort", "", "", "", {100.0, "a"}}},
      {"f(\"a.xml\")", {"f", "", "", "", {"a.xml"}}},
      {"f(-1)", {"f", "", "", "", {-1.0}}},
      {"parse@v1(10)", {"parse", "", "", "v1", {10.0}}},
      {"parse@\"v1\"(10)", {"parse", "", "", "v1", {10.0}}},
      {"m[b, a](1)", {"m", "a", "b", "", {1.0}}},
      {"m[a,b](1)", {"m", "a", "b", "", {1.0}}},
      {"m[a](1)", {"m", "a", "", "", {1.0}}},
      {"m[a(1)]", {"m", "a", "", "", {1.0}}},
      {"m[a(1), b(1)]", {"m", "a", "b", "", {1.0}}},
      {"\"BM_Sort/1000\"()", {"BM_Sort/1000", "", "", "", {}}},
  };
  Performance own{"m", "a", "b", "", {1.0, 2.0, "x"}};
  own.factory_arguments = 2;
  EXPECT_EQ(performance_of("m[a(1), b(2, 'x')]"), own);
  EXPECT_EQ(performance_of("m[b(2, 'x'), a](1)"), own);
  EXPECT_EQ(to_text(own), "m[a(1), b(2, \"x\")]");
  for (const Row& row : rows) {
    EXPECT_EQ(performance_of(row.name), row.performance) << row.name;
  }
}

TEST(PerformanceName, IsAMethodsWhereItDoesNotRead) {
  const std::string names[] = {
      "BM_Sort/1000",
      "BM_Copy<int, 4>/8",
      "a = b",
      "a; b",
      "a\nb",
      "x: a",
      "not a",
      "2 * a",
      "f(n)",
      "f(5 us)",
      "m[a, a]",
      "m[a(1), b(2)](3)",
      "m[a(n)]",
      "for",
      "5",
      "a # note",
      "f(g(1))",
      "set x = 1",
      "(",
      "\"",
      "ä",
      "f(1/0)",
  };
  for (const std::string& name : names) {
    EXPECT_EQ(performance_of(name), (Performance{name, "", "", "", {}}));
  }
}

TEST(PerformancePattern, IsAboutMethodsOrTexts) {
  const logic::Performance parse{"parse", "", "", "v1", {1000.0}};
  EXPECT_TRUE(selects_performance("parse", parse));
  EXPECT_TRUE(selects_performance("par*-print", parse));
  EXPECT_FALSE(selects_performance("par", parse));
  EXPECT_TRUE(selects_performance("parse(1000)", parse));
  EXPECT_TRUE(selects_performance("parse(*", parse));
  EXPECT_FALSE(selects_performance("*-parse(1000)", parse));
  EXPECT_FALSE(selects_performance("parse(10)", parse));
}

TEST(PerformancePattern, IsAboutFamiliesToo) {
  const logic::Performance one{"BM_copy/64", "", "", "", {}};
  for (const char* pattern : {"BM_copy", "BM_copy(64)", "BM_copy(*)",
                              "BM_copy/64", "BM_copy/*", "\"BM_copy/64\"()"}) {
    EXPECT_TRUE(selects_performance(pattern, one)) << pattern;
    EXPECT_FALSE(selects_performance("*-" + std::string(pattern), one))
        << pattern;
  }
  for (const char* pattern : {"BM_cop", "BM_copy(8)", "BM_copy/8"}) {
    EXPECT_FALSE(selects_performance(pattern, one)) << pattern;
  }
}

using ::testing::ElementsAre;

TEST(GuardedMetrics, AreSeparatedByCommas) {
  EXPECT_THAT(guarded_values("metric", "wall"), ElementsAre("wall"));
  EXPECT_THAT(guarded_values("metric", "wall,cpu"), ElementsAre("wall", "cpu"));
  EXPECT_THAT(guarded_values("metric", "wall,"), ElementsAre("wall", ""));
}

TEST(GuardedMetrics, AreTheOnlyList) {
  EXPECT_THAT(guarded_values("filter", "a,b"), ElementsAre("a,b"));
}

}  // namespace

}  // namespace spl::runner
