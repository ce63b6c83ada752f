#include "runner/reports/html/markup.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Markup, EscapesWhatWouldBecomeMarkup) {
  EXPECT_EQ(html("a(1) < b & c > \"d\""),
            "a(1) &lt; b &amp; c &gt; &quot;d&quot;");
  EXPECT_EQ(html("</script><script>alert('x')</script>"),
            "&lt;/script&gt;&lt;script&gt;alert('x')&lt;/script&gt;");
}

TEST(Markup, ShowsWhatCannotBeShown) {
  EXPECT_EQ(html("\x1b[2J\u202e"), "\\u{1b}[2J\\u{202e}");
  EXPECT_EQ(html("\xff\xc3"), "\\x{ff}\\x{c3}");
  EXPECT_EQ(html(std::string_view("a\0b", 3)), "a\\u{0}b");
  EXPECT_EQ(html("\u00fc\u2192"), "\u00fc\u2192");
}

TEST(Markup, KeepsLinesOfTextsAndNotOfNames) {
  EXPECT_EQ(html("a\n\tb"), "a\n\tb");
  EXPECT_EQ(html_name("a\n\tb"), "a\\u{a}\\u{9}b");
}

TEST(Markup, WritesStringsThatEndNoScript) {
  EXPECT_EQ(script_string("f(\"a\\b\")"), R"x("f(\"a\\b\")")x");
  EXPECT_EQ(script_string("</script><!--"), R"("\u003c/script>\u003c!--")");
  EXPECT_EQ(script_string("a\nb\x1b"), R"("a\\u{a}b\\u{1b}")");
  EXPECT_EQ(script_string("\xff"), R"("\\x{ff}")");
}

}  // namespace
}  // namespace spl::runner
