#include "runner/formulas/name_filter.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(NameFilter, SelectsByPatterns) {
  EXPECT_TRUE(selects("", "x"));
  EXPECT_TRUE(selects("*", "x"));
  EXPECT_TRUE(selects("a*:x", "x"));
  EXPECT_FALSE(selects("a*", "x"));
  EXPECT_FALSE(selects("-x", "x"));
  EXPECT_TRUE(selects("-x", "y"));
  EXPECT_TRUE(selects("line?", "line1"));
  EXPECT_FALSE(selects("line*-line1", "line1"));
}

}  // namespace
}  // namespace spl::runner
