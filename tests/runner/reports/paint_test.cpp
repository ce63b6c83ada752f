#include "runner/reports/terminal/style.hpp"

#include <gtest/gtest.h>

#include <map>

namespace spl::runner {
namespace {

Colors with(When color, bool is_terminal,
            const std::map<std::string, std::string>& variables = {}) {
  return colors(color, is_terminal,
                [&](const std::string& name) -> std::optional<std::string> {
                  const auto found = variables.find(name);
                  if (found == variables.end()) return std::nullopt;
                  return found->second;
                });
}

TEST(Colors, AreThoseOfTheOption) {
  EXPECT_EQ(with(When::kAlways, false, {{"NO_COLOR", "1"}}), Colors::kOn);
  EXPECT_EQ(with(When::kNever, true, {{"CLICOLOR_FORCE", "1"}}), Colors::kOff);
}

TEST(Colors, SuitTheTerminalAndItsVariables) {
  EXPECT_EQ(with(When::kAuto, true), Colors::kOn);
  EXPECT_EQ(with(When::kAuto, false), Colors::kOff);
  EXPECT_EQ(with(When::kAuto, true, {{"NO_COLOR", "1"}}), Colors::kOff);
  EXPECT_EQ(with(When::kAuto, true, {{"NO_COLOR", ""}}), Colors::kOn);
  EXPECT_EQ(with(When::kAuto, false, {{"CLICOLOR_FORCE", "1"}}), Colors::kOn);
  EXPECT_EQ(with(When::kAuto, false, {{"CLICOLOR_FORCE", "0"}}), Colors::kOff);
  EXPECT_EQ(with(When::kAuto, true, {{"TERM", "dumb"}}), Colors::kOff);
  EXPECT_EQ(with(When::kAuto, true, {{"TERM", "xterm"}}), Colors::kOn);
}

}  // namespace
}  // namespace spl::runner
