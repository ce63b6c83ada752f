#include "runner/system/json_positions.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

const JsonPlace kWhole;

TEST(JsonPositions, AreThoseOfKeysAndItems) {
  const JsonPositions positions(R"({ "a": [1, {"b" : "]" }], "c\n": 2 })");
  EXPECT_EQ(positions.of(kWhole.at("a")), 2U);
  EXPECT_EQ(positions.value_of(kWhole.at("a")), 7U);
  const JsonPlace list = kWhole.at("a");
  EXPECT_EQ(positions.of(list.at(1)), 11U);
  const JsonPlace object = list.at(1);
  EXPECT_EQ(positions.of(object.at("b")), 12U);
  EXPECT_EQ(positions.value_of(object.at("b")), 18U);
  EXPECT_EQ(positions.of(kWhole.at("c\n")), 26U);
  EXPECT_EQ(positions.of(kWhole.at("d")), 0U);
}

TEST(JsonPositions, PassOverComments) {
  const JsonPositions positions("// \"a\": 1\n{ /* } */ \"a\": 2 }");
  EXPECT_EQ(positions.of(kWhole.at("a")), 20U);
}

struct Place {
  const char* text;
  std::size_t offset;
};

// What the parser has not seen is not JSON.
TEST(JsonPositions, AreThoseOfFaults) {
  const Place rows[] = {{R"({"a": 1, "a": 2, )", 9},
                        {R"({"a": "1e999", "b": [0, 1e999, })", 24},
                        {R"({"a": 1e999, "\q": 1 })", 6},
                        {R"({"a": 1e999, b: 1 })", 6},
                        {R"({"a": nil})", 7},
                        {R"({"a": )", 6}};
  for (const Place& row : rows) {
    try {
      (void)parse_json(row.text);
      ADD_FAILURE() << row.text;
    } catch (const JsonFault& fault) {
      EXPECT_EQ(JsonPositions(row.text).of(fault), row.offset) << row.text;
    }
  }
}

TEST(JsonPositions, AreThoseOfTooManyLevels) {
  const std::string text(100, '[');
  try {
    (void)parse_json(text);
    ADD_FAILURE();
  } catch (const JsonFault& fault) {
    EXPECT_EQ(JsonPositions(text).of(fault), 64U);
  }
}

}  // namespace
}  // namespace spl::runner
