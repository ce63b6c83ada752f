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

}  // namespace
}  // namespace spl::runner
