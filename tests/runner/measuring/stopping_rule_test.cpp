#include "runner/measuring/stopping_rule.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace spl::runner {
namespace {

TEST(Stop, HasWordsThatReportsKeep) {
  EXPECT_EQ(to_text(Stop::kDecided), "decided");
  EXPECT_EQ(to_text(Stop::kTwofold), "twofold");
  EXPECT_EQ(to_text(Stop::kLateCalls), "late calls");
  EXPECT_EQ(to_text(Stop::kDoubtfulTimes), "doubtful times");
  EXPECT_EQ(to_text(Stop::kUnoptimised), "unoptimised");
}

TEST(Stop, HasAWordForEachReason) {
  std::set<std::string> words;
  constexpr int kLast = static_cast<int>(Stop::kUnoptimised);
  for (int i = 0; i <= kLast; ++i) {
    words.emplace(to_text(static_cast<Stop>(i)));
  }
  // Given observations are "data" with looks and without.
  EXPECT_EQ(words.size(), static_cast<std::size_t>(kLast));
  EXPECT_FALSE(words.contains(""));
}

}  // namespace
}  // namespace spl::runner
