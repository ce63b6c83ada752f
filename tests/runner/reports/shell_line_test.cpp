#include "runner/reports/terminal/shell_line.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

Style terminal(std::size_t width) {
  Style style;
  style.form = Form::kColumns;
  style.width = width;
  return style;
}

TEST(ShellLine, IsOneLineOfALog) {
  EXPECT_EQ(shell_line("again: ", "spl-run -v -e 'a < b'", {}),
            "again: spl-run -v -e 'a < b'\n");
}

TEST(ShellLine, IsBrokenAsAShellTakesIt) {
  EXPECT_EQ(shell_line("again: ", "spl-run -v -e 'a < b'", terminal(27)),
            "again: spl-run -v \\\n                -e 'a < b'\n");
}

TEST(ShellLine, KeepsAnOptionWithItsValue) {
  EXPECT_EQ(shell_line("again: ", "spl-run --budget 10s x.spl", terminal(24)),
            "again: spl-run \\\n                --budget 10s \\\n"
            "                x.spl\n");
}

}  // namespace
}  // namespace spl::runner
