#include "runner/system/json_parser.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using Kind = JsonFault::Kind;

struct Row {
  std::string text;
  Kind kind;
  std::string place;
  std::string sentence;
  std::optional<std::size_t> offset;
};

TEST(JsonParser, ReportsFaults) {
  const Row rows[] = {
      {"{ \"a\": [1, nil] }", Kind::kSyntax, "a[1]", "this is not valid JSON",
       12},
      {"{ \"a\": [1, ", Kind::kSyntax, "a[1]", "the JSON text ends too early",
       11},
      {std::string("{}\0{}", 5), Kind::kSyntax, "", "this is not valid JSON",
       2},
      {R"({ "a": ["b", "c\u0000d"] })", Kind::kSyntax, "a[1]",
       "a text has a zero byte here, \\u0000", std::nullopt},
      {R"({ "a": { "b\u0000": 1 } })", Kind::kSyntax, "a",
       "a key has a zero byte here, \\u0000", std::nullopt},
      {"{ // Not here.\n}", Kind::kSyntax, "", "this is not valid JSON", 2},
      {"[-Infinity]", Kind::kSpecialNumber, "[0]",
       "-Infinity is no number of JSON", 2},
      {"[[0], 1e999]", Kind::kLargeNumber, "[1]",
       "this number is too large to be one", std::nullopt},
      {"{ \"a\": 1, \"a\": 2 }", Kind::kRepeatedKey, "a",
       "this key appears here twice", std::nullopt},
  };
  for (const Row& row : rows) {
    try {
      (void)parse_json(row.text);
      ADD_FAILURE() << row.text;
    } catch (const JsonFault& fault) {
      EXPECT_EQ(fault.kind(), row.kind) << row.text;
      EXPECT_EQ(fault.place(), row.place) << row.text;
      EXPECT_EQ(fault.what(), row.sentence) << row.text;
      EXPECT_EQ(fault.offset(), row.offset) << row.text;
    }
  }
}

TEST(JsonParser, ReadsSixtyFourLevels) {
  EXPECT_EQ(parse_json(std::string(64, '[') + std::string(64, ']')).size(), 1U);
  EXPECT_THROW((void)parse_json(std::string(65, '[') + std::string(65, ']')),
               JsonFault);
}

TEST(JsonParser, IgnoresCommentsIfAsked) {
  const auto root =
      parse_json("{ /* { */ \"a\": 1 // }\n}", JsonComments::kIgnored);
  EXPECT_EQ(root.dump(), "{\"a\":1}");
}

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

// What is within a long key has a name as long, each.
TEST(JsonPositions, EndWhereNamesOfPlacesAreLong) {
  const std::string key(1'000'000, 'k');
  std::string items = "0";
  for (int i = 0; i < 100; ++i) items += ",0";
  const JsonPositions positions("{\"a\":0,\"" + key + "\":[" + items +
                                "],\"b\":0}");
  EXPECT_EQ(positions.of(kWhole.at("a")), 1U);
  const JsonPlace list = kWhole.at(key);
  EXPECT_NE(positions.of(list.at(0)), 0U);
  EXPECT_EQ(positions.of(list.at(99)), 0U);
  EXPECT_EQ(positions.of(kWhole.at("b")), 0U);
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
