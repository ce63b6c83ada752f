#include "runner/reports/markdown_text.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(MarkdownText, IsNoMarkup) {
  EXPECT_EQ(markdown_text("a_b * <i> [x](y) a|b `c` \\ ~x~ &lt; #1"),
            "a\\_b \\* \\<i\\> \\[x\\](y) a\\|b \\`c\\` \\\\ \\~x\\~ \\&lt; "
            "\\#1");
  EXPECT_EQ(markdown_text("first\nsecond"), "first second");
}

TEST(MarkdownText, MentionsNobody) {
  EXPECT_EQ(markdown_text("f@baseline(1)"), "f@<!-- -->baseline(1)");
}

TEST(MarkdownText, ShowsWhatCannotBeShown) {
  EXPECT_EQ(markdown_text("\x1b[31m\xff"), "\\\\u{1b}\\[31m\\\\x{ff}");
  EXPECT_EQ(markdown_code("\x1b\xff"), "`\\u{1b}\\x{ff}`");
}

TEST(MarkdownCode, EndsWhereItsTextEnds) {
  EXPECT_EQ(markdown_code("a < b"), "`a < b`");
  EXPECT_EQ(markdown_code("f(\"a|b\")"), "`f(\"a\\|b\")`");
  EXPECT_EQ(markdown_code("a`b"), "`` a`b ``");
  EXPECT_EQ(markdown_code("``"), "``` `` ```");
  EXPECT_EQ(markdown_code("a\nb"), "`a b`");
  EXPECT_EQ(markdown_code(""), "`  `");
}

TEST(MarkdownBlock, EndsWhereItsTextEnds) {
  EXPECT_EQ(markdown_block("a\nb"), "```\na\nb\n```\n");
  EXPECT_EQ(markdown_block("```\n", "sh"), "````sh\n```\n````\n");
}

}  // namespace
}  // namespace spl::runner
