#include "runner/foreign/xml_tags.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(XmlTags, AreReadInOrder) {
  const auto tags = xml_tags(
      "<?xml version=\"1.0\"?>\n<!-- <no> -->\n<a one=\"1\"\n two='2'>text"
      "<b x=\"&lt;&amp;&quot;&apos;>&gt;\"/></a>\n");
  ASSERT_TRUE(tags);
  ASSERT_EQ(tags->size(), 3U);
  EXPECT_EQ(tags->at(0).name, "a");
  EXPECT_EQ(tags->at(0).attributes.at("one"), "1");
  EXPECT_EQ(tags->at(0).attributes.at("two"), "2");
  EXPECT_EQ(tags->at(1).name, "b");
  EXPECT_EQ(tags->at(1).attributes.at("x"), "<&\"'>>");
  EXPECT_EQ(tags->at(2).name, "/a");
}

TEST(XmlTags, HaveNumbers) {
  const auto tags = xml_tags("<a n=\"2.5e+06\" t=\"2x\" i=\"inf\"></a>");
  ASSERT_TRUE(tags);
  EXPECT_EQ(tags->front().number("n"), 2.5e6);
  EXPECT_FALSE(tags->front().number("t"));
  EXPECT_FALSE(tags->front().number("i"));
  EXPECT_FALSE(tags->front().number("none"));
}

TEST(XmlTags, AreNoneOfOtherTexts) {
  for (const char* text :
       {"", "no tags", "<a>", "<a><b></a", "<a b></a>", "<a b=1></a>",
        "<a b=\"1></a>", "<a><!-- </a>", "<></a>", "<a b=\"\" b=\"\"></a>"}) {
    EXPECT_FALSE(xml_tags(text)) << text;
  }
}

}  // namespace
}  // namespace spl::runner
