#include "runner/formulas/performance_name.hpp"

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

}  // namespace
}  // namespace spl::runner
