#include "runner/formulas/same_command.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

std::string again(const std::vector<std::string>& arguments) {
  return same_command(parse_command_line(arguments), 42);
}

TEST(SameCommand, HasTheSeed) {
  EXPECT_EQ(again({"-p", "sample", "a b.spl"}),
            "spl-run --seed 42 -p sample 'a b.spl'");
  EXPECT_EQ(again({"--seed", "7", "a.spl"}), "spl-run --seed 7 a.spl");
}

TEST(SameCommand, WritesNoFiles) {
  EXPECT_EQ(again({"--junit", "x.xml", "--json=y.json", "-v", "a.spl"}),
            "spl-run --seed 42 -v a.spl");
  EXPECT_EQ(again({"a.spl", "--", "--json"}),
            "spl-run --seed 42 a.spl -- --json");
}

}  // namespace
}  // namespace spl::runner
