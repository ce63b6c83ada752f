#include "runner/reports/terminal/style.hpp"

#include <gtest/gtest.h>

#include "runner/system/foreign_text.hpp"

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

TEST(ShellLine, HasWordsThatEndNoLine) {
  EXPECT_EQ(shown_text(shell_line("again: ", "spl-run 'a\nb'", {})),
            "again: spl-run 'a\\u{a}b'\n");
}

TEST(ShellLine, CutsWordsAndNoQuotes) {
  const std::string line =
      shell_line("again: ", "spl-run -e '" + std::string(5000, 'a') + "' -v",
                 terminal(80));
  EXPECT_LT(line.size(), 4200);
  EXPECT_NE(line.find("a ... and 904 more bytes \\\n                -v\n"),
            std::string::npos);
}

}  // namespace
}  // namespace spl::runner
