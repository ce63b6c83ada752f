#include "runner/system/terminal_width.hpp"

#include <gtest/gtest.h>

#include <map>

namespace spl::runner {
namespace {

TEST(TerminalWidth, IsUsualWithoutATerminal) {
  EXPECT_EQ(terminal_width(-1), 80);
}

TEST(TerminalWidth, KnowsUnicodeByTheFirstLocaleThatIsSet) {
  const auto is = [](std::map<std::string, std::string> set) {
    return is_utf8([=](const std::string& name) -> std::optional<std::string> {
      const auto found = set.find(name);
      if (found == set.end()) return std::nullopt;
      return found->second;
    });
  };
  EXPECT_FALSE(is({}));
  EXPECT_TRUE(is({{"LANG", "en_US.UTF-8"}}));
  EXPECT_TRUE(is({{"LANG", "C.utf8"}}));
  EXPECT_FALSE(is({{"LANG", "en_US.UTF-8"}, {"LC_ALL", "C"}}));
  EXPECT_TRUE(is({{"LANG", "C"}, {"LC_CTYPE", "C.UTF-8"}, {"LC_ALL", ""}}));
}

}  // namespace
}  // namespace spl::runner
