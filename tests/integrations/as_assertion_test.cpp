#include "integrations/client/as_assertion.hpp"

#include <gtest/gtest.h>

namespace spl::client {
namespace {

TEST(AsAssertion, AdvisesSettingsInPlaceOfOptions) {
  EXPECT_EQ(as_assertion("try: --budget 18s\n", ""), "try: spl::budget(18s)\n");
  EXPECT_EQ(as_assertion("as if it was not warm yet; -s warmup=10ms warms it "
                         "up, --runs 40 shows more.\n",
                         ""),
            "as if it was not warm yet; spl::setting(\"warmup\", \"10ms\") "
            "warms it up, spl::setting(\"runs\", \"40\") shows more.\n");
  EXPECT_EQ(as_assertion("compare processor time (--metric cpu)\n", ""),
            "compare processor time (spl::setting(\"metric\", \"cpu\"))\n");
  EXPECT_EQ(as_assertion("give -s heap=kept if\n", ""),
            "give spl::setting(\"heap\", \"kept\") if\n");
}

TEST(AsAssertion, LeavesCommandsAndWordsAsTheyAre) {
  EXPECT_EQ(
      as_assertion("      rerun: spl-run -v --budget 3s -e 'a < b'\n", ""),
      "      rerun: spl-run -v --budget 3s -e 'a < b'\n");
  EXPECT_EQ(as_assertion("      rerun: spl-run -v -e 'a < b'\n", "build/test"),
            "      rerun: build/test\n");
  EXPECT_EQ(as_assertion("raise the quota (docker run --cpus, or -s is)\n", ""),
            "raise the quota (docker run --cpus, or -s is)\n");
}

}  // namespace
}  // namespace spl::client
