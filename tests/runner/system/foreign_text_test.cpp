#include "runner/system/foreign_text.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Printed, HasLastLines) {
  EXPECT_EQ(last_lines("", 2), "");
  EXPECT_EQ(last_lines("a", 2), "\n    a");
  EXPECT_EQ(last_lines("a\n", 2), "\n    a");
  EXPECT_EQ(last_lines("a\nb\n\nc\n", 2), "\n    \n    c");
  EXPECT_EQ(last_lines("a\n", 0), "");
}

TEST(Printed, NeitherMovesTheCursorNorIsLong) {
  EXPECT_EQ(last_lines("a\tb\x1b[2J\r\x7f", 1), "\n    a b?[2J??");
  EXPECT_EQ(last_lines(std::string(200, 'x'), 1),
            "\n    " + std::string(200, 'x'));
  EXPECT_EQ(last_lines(std::string(201, 'x'), 1),
            "\n    " + std::string(200, 'x') + " ...");
}

TEST(Printed, IsUtf8) {
  EXPECT_EQ(last_lines("\x9b"
                       "2J\xff caf\xc3\xa9 \xe2\x82\xac",
                       1),
            "\n    ?2J? caf\xc3\xa9 \xe2\x82\xac");
  EXPECT_EQ(last_lines("\xc2\x9b"
                       "2J\xc2\xa0",
                       1),
            "\n    ?2J\xc2\xa0");
  // Output that was cut begins and ends inside of code points.
  EXPECT_EQ(last_lines("\xac a\xe2\x82", 1), "\n    ? a??");
  EXPECT_EQ(last_lines(std::string(198, 'x') + "\xe2\x82\xac", 1),
            "\n    " + std::string(198, 'x') + " ...");
}

TEST(Printed, TurnsNoWriting) {
  EXPECT_EQ(last_lines("a\u202eb\u2066c\u061c\u200f\u20ac", 1),
            "\n    a?b?c??\u20ac");
}

TEST(ShownText, CanBeShown) {
  EXPECT_EQ(shown_text("caf\u00e9 \u20ac \U0001f600"),
            "caf\u00e9 \u20ac \U0001f600");
  EXPECT_EQ(shown_text("a\x1b[2J\r\x7f\tb\n"), "a\\u{1b}[2J\\u{d}\\u{7f}\tb\n");
  EXPECT_EQ(shown_text("\u009b\u061c\u202e\u2066\U0001f600"),
            "\\u{9b}\\u{61c}\\u{202e}\\u{2066}\U0001f600");
  EXPECT_EQ(shown_text("\xff"
                       "a\xe2\x82"),
            "\\x{ff}a\\x{e2}\\x{82}");
}

TEST(ShownText, StaysDifferent) {
  EXPECT_EQ(shown_text("\x1b"), "\\u{1b}");
  EXPECT_EQ(shown_text("\\u{1b}"), "\\u{5c}u{1b}");
  EXPECT_EQ(shown_text("\\x{ff}"), "\\u{5c}x{ff}");
  EXPECT_EQ(shown_text("C:\\user"), "C:\\user");
}

// GitHub and Azure look for these anywhere in a line.
TEST(ShownText, CommandsNoLog) {
  EXPECT_EQ(shown_text("a ##[error]b"), "a ##\\u{5b}error]b");
  EXPECT_EQ(shown_text("##vso[task.complete]"), "##vso\\u{5b}task.complete]");
  EXPECT_EQ(shown_text("###[x]##[[y]"), "###\\u{5b}x]##\\u{5b}[y]");
  EXPECT_EQ(shown_text("##\\u{5b}"), "##\\u{5c}u{5b}");
  EXPECT_EQ(shown_text("## a[1] #[b] ##\n["), "## a[1] #[b] ##\n[");
  EXPECT_EQ(shown_text("::std::sort"), "::std::sort");  // In a page.
  EXPECT_EQ(shown_text("<CTestDetails><<DartMeasurement x=\"<CTes t\"/>"),
            "<CTes\\u{74}Details><<Dar\\u{74}Measurement x=\"<CTes t\"/>");
  EXPECT_EQ(shown_text("[[ATTACHMENT|/a]] [[[ATTACHMENT|b]] [[x][ATTACHMENT|"),
            "[[ATTACHMEN\\u{54}|/a]] [[[ATTACHMEN\\u{54}|b]] [[x][ATTACHMENT|");
}

TEST(ForeignName, EndsNoLine) {
  EXPECT_EQ(shown_text(foreign_name("a\nb")), "a\\u{a}b");
  EXPECT_EQ(foreign_name(std::string(5000, 'x')),
            std::string(4096, 'x') + " ... and 904 more bytes");
}

// What a name ends is no line, however it comes into a message.
TEST(MessageText, HasLinesThatAreIndented) {
  EXPECT_EQ(shown_text(message_text("no a\nf: holds: failed:\n    a\n    b")),
            "no a\\u{a}f: holds: failed:\n    a\n    b");
  EXPECT_EQ(message_text(foreign_text("a\nb")), "a\n    b");
  EXPECT_EQ(message_text(std::string(5000, 'x')),
            std::string(4096, 'x') + " ... and 904 more bytes");
}

// No line of its own, such as "formula1: holds".
TEST(ForeignText, LooksLikeNoLineOfAReport) {
  EXPECT_EQ(foreign_text("a\nf.spl:1: f: holds"), "a\n    f.spl:1: f: holds");
  EXPECT_EQ(foreign_text("a\n    b\n  c"), "a\n    b\n      c");
}

TEST(ForeignText, IsShortened) {
  EXPECT_EQ(foreign_text(std::string(4096, 'x')), std::string(4096, 'x'));
  EXPECT_EQ(foreign_text(std::string(5000, 'x')),
            std::string(4096, 'x') + " ... and 904 more bytes");
  EXPECT_EQ(foreign_text(std::string(4095, 'x') + "\u20ac"),
            std::string(4095, 'x') + " ... and 3 more bytes");
}

}  // namespace
}  // namespace spl::runner
