#include "runner/system/terminal_text.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace spl::runner {
namespace {

TEST(TerminalText, HasOurSignsAndNoOthers) {
  const std::string text = to_text(TerminalSign::kGreen) + "holds" +
                           to_text(TerminalSign::kPlain) + " a\x1b[32m\n";
  EXPECT_EQ(terminal_text(text), "\033[32mholds\033[0m a\\u{1b}[32m\n");
  EXPECT_EQ(terminal_text(to_text(TerminalSign::kClearLine)), "\r\033[K");
  EXPECT_EQ(terminal_text(to_text(TerminalSign::kRed) +
                          to_text(TerminalSign::kYellow)),
            "\033[31m\033[33m");
}

// Parts of a sign are none, and neither are two in one.
TEST(TerminalText, IsNotMistakenForSigns) {
  const std::string& green = to_text(TerminalSign::kGreen);
  for (std::size_t length = 1; length < green.size(); ++length) {
    const std::string part = green.substr(0, length);
    EXPECT_EQ(terminal_text(part), "\\u{1b}" + part.substr(1));
  }
  EXPECT_EQ(terminal_text("\x1b" + green), "\\u{1b}\033[32m");
}

TEST(TerminalText, EndsNoLineInAName) {
  EXPECT_EQ(terminal_text("f: " + foreign_name("a\nb.spl")), "f: a\\u{a}b.spl");
  EXPECT_EQ(terminal_text(foreign_name("a\\u{a}b")), "a\\u{5c}u{a}b");
}

// GitHub trims what is before a command, colours or not.
TEST(TerminalText, CommandsNoLog) {
  EXPECT_EQ(terminal_text("::error::x\n \t::x a::b\n"),
            ":\\u{3a}error::x\n \t:\\u{3a}x a::b\n");
  EXPECT_EQ(terminal_text(to_text(TerminalSign::kRed) + "::x"),
            "\033[31m:\\u{3a}x");
  EXPECT_EQ(terminal_text("a " + to_text(TerminalSign::kClearLine) + "::x"),
            "a \r\033[K:\\u{3a}x");
  EXPECT_EQ(terminal_text("\u00a0::x"), "\u00a0:\\u{3a}x");
}

TEST(TerminalStream, WritesSoWhileItLives) {
  std::ostringstream stream;
  {
    const TerminalStream shown(stream);
    stream << "a\x1b" << '\x1b' << 1 << std::flush;
    std::ostream(shown.plain()) << "\x1b";
  }
  stream << "\x1b";
  EXPECT_EQ(stream.str(), "a\\u{1b}\\u{1b}1\x1b\x1b");
}

TEST(TerminalStream, CommandsNoLogInParts) {
  std::ostringstream stream;
  const TerminalStream shown(stream);
  stream << ' ' << ':' << ":a"
         << "##"
         << "vso"
         << "[a]" << '\n'
         << "a::b";
  EXPECT_EQ(stream.str(), " :\\u{3a}a##vso\\u{5b}a]\na::b");
}

/// A full disk.
class Full : public std::streambuf {};

TEST(TerminalStream, TellsThatNothingCouldBeWritten) {
  Full full;
  std::ostream stream(&full);
  const TerminalStream shown(stream);
  stream << "a";
  EXPECT_FALSE(stream);
}

}  // namespace
}  // namespace spl::runner
