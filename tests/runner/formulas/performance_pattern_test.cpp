#include "runner/formulas/performance_pattern.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

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

}  // namespace
}  // namespace spl::runner
