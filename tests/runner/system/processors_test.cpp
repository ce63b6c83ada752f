#include "runner/system/processors.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Processors, AreReadAsTasksetWritesThem) {
  EXPECT_EQ(parse_processors("1"), (Processors{1}));
  EXPECT_EQ(parse_processors("0-2,5"), (Processors{0, 1, 2, 5}));
  EXPECT_EQ(parse_processors("3,1,1-2"), (Processors{1, 2, 3}));
}

TEST(Processors, AreNoOtherText) {
  for (const char* text : {"", "x", "1,", "1-", "-1", "2-1", "1 2", "99999"}) {
    EXPECT_FALSE(parse_processors(text)) << text;
  }
}

TEST(Processors, ArePrintedAsTheyAreRead) {
  for (const Processors& one : {Processors{3}, {0, 1}, {0, 1, 2, 5, 7, 8}}) {
    EXPECT_EQ(parse_processors(to_text(one)), one) << to_text(one);
  }
}

TEST(Processors, AreKeptIfAThreadCannotBeBoundToOthers) {
  const Processors before = usable_processors();
  EXPECT_NE(bind_to({CPU_SETSIZE - 1}), "");
  EXPECT_EQ(usable_processors(), before);
}

TEST(Processors, AreGivenBackAfterOneWasKept) {
  const Processors before = usable_processors();
  ASSERT_FALSE(before.empty());
  {
    const AtProcessor kept(before.back());
    EXPECT_EQ(usable_processors(), (Processors{before.back()}));
  }
  EXPECT_EQ(usable_processors(), before);
}

}  // namespace
}  // namespace spl::runner
