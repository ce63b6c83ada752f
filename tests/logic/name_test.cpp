#include "spl/logic/name.hpp"

#include <gtest/gtest.h>

namespace spl::logic {
namespace {

TEST(Name, IsOneTextForAllWaysToWriteIt) {
  EXPECT_EQ(canonical_name("a::b.c"), "a.b.c");
  EXPECT_EQ(canonical_name("a:::b"), "a.:b");
  EXPECT_EQ(canonical_name(""), "");
}

TEST(Name, KnowsWhatNeedsNoQuotes) {
  for (const char* name : {"a", "_a1", "A.b", "std::sort", "a.for"}) {
    EXPECT_TRUE(is_plain_name(name)) << name;
  }
  for (const char* name :
       {"", "1a", "a.", ".a", "a:b", "a b", "BM/1", "a..b"}) {
    EXPECT_FALSE(is_plain_name(name)) << name;
  }
}

}  // namespace
}  // namespace spl::logic
