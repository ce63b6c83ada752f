#include "spl/logic/given.hpp"

#include <gmock/gmock.h>

#include "spl/logic/quantity.hpp"
#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Performance parse(const std::string& revision, Value size) {
  return {"parse", "", "", revision, {std::move(size)}};
}

Catalogue given(Dimension dimension = Dimension::kTime) {
  Performance own{"sort", "keys", "lists", "", {}};
  set_arguments(own, {5.0}, {7.0});
  GivenPerformances result{{own,
                            parse("", 10.0),
                            parse("", 20.0),
                            parse("v1", 10.0),
                            parse("v1", 20.0),
                            parse("v2", 10.0),
                            {"sort", "keys", "lists", "", {5.0}},
                            {"pair", "", "", "", {1.0, "a"}},
                            {"BM_Sort/1000", "", "", "", {}}},
                           dimension};
  return given_catalogue(std::move(result), "data.json");
}

TEST(GivenPerformances, AreWhatFormulasCanName) {
  const std::string texts[] = {
      "parse(10) <= parse@v1(10)",
      "\"BM_Sort/1000\"() <= 5 us",
      "sort[keys, lists](5) <= sort[lists, keys](5) + 1 us",
      "sort[keys(5), lists(7)] <= sort[lists(7), keys](5) + 1 us",
      "sort[keys(5), lists(5)] <= sort[keys, lists](5) + 1 us",
      "sort[keys, lists(5)](5) <= 1 us",
      "old = parse@v1\nparse(n) <= old(n)",
      "for i in 1..2: i < 2 => parse(10 * i) <= parse@v2(10 * i)",
  };
  for (const std::string& text : texts) {
    EXPECT_THAT(problems_of(text, given()), IsEmpty()) << text;
  }
}

TEST(GivenPerformances, TellWhatAFreeVariableRangesOver) {
  EXPECT_EQ(expanded_text("parse(n) <= parse@v1(n)", given()),
            "parse(10) <= parse@v1(10) and parse(20) <= parse@v1(20)");
  EXPECT_EQ(expanded_text("sort[keys(x), lists(y)] <= 1 us", given()),
            "sort[keys(5), lists(5)] <= 1 us and sort[keys(5), lists(7)] <= 1 "
            "us");
  EXPECT_EQ(expanded_text("pair(x, y) <= 1 us", given()),
            "pair(1, \"a\") <= 1 us");
}

TEST(GivenPerformances, AreInNoLibraryThatALinkerLeavesOut) {
  for (const std::string name : {"print", "\"BM_Copy\"", "zebra(10)"}) {
    const auto problems = problems_of(name + " <= 1 us", given());
    ASSERT_EQ(problems.size(), 1U) << name;
    EXPECT_THAT(problems[0], Not(HasSubstr("LIBRARY"))) << name;
  }
}

TEST(GivenPerformances, AreLackedWithASentence) {
  struct Row {
    std::string text;
    std::string message;
  };
  const Row rows[] = {
      {"parse(30) <= parse(10)",
       "1:1: there are no observations of parse(30); did you mean "
       "\"parse(10)\"?"},
      {"parse(10) <= parse@v3(10)",
       "1:14: there are no observations of parse@v3 with 1 argument; did you "
       "mean \"parse@v1\"?"},
      {"parse(10) <= parse",
       "1:14: there are no observations of parse with no arguments"},
      {"prase(10) <= parse(10)",
       "1:1: there is no method or workload \"prase\"; did you mean "
       "\"parse\"?"},
      {"parse(n) <= parse@v2(n)",
       "1:7: the values of \"n\" differ: \"parse\" declares 10, 20 and "
       "\"parse@v2\" 10; write \"for n in ...:\" in front"},
      {"sort[keys](5) <= 1 us",
       "1:1: there are no observations of sort[keys] with 1 argument"},
      {"sort[keys, keys](5) <= 1 us", "1:12: \"keys\" appears in [...] twice"},
      {"parse(10) <= 5",
       "1:14: a number compared with a performance is a time; write 5 ns, us, "
       "ms or s"},
  };
  for (const Row& row : rows) {
    EXPECT_THAT(problems_of(row.text, given()), ElementsAre(row.message));
  }
}

TEST(GivenPerformances, AreComparedWithPlainNumbersWhereTheyAreCounts) {
  const Catalogue counts = given(Dimension::kCount);
  const std::string texts[] = {
      "parse(10) <= 5",
      "2 * parse(10) + 1 <= parse(20) * 1.1",
      "parse(10) = parse(20) within 5%",
      "parse(10) / 2 <= 3 + 5%",
  };
  for (const std::string& text : texts) {
    EXPECT_THAT(problems_of(text, counts), IsEmpty()) << text;
  }
  const std::string message(kCountsAreNoTimes);
  EXPECT_THAT(problems_of("parse(10) <= 5 us", counts),
              ElementsAre("1:14: " + message));
  EXPECT_THAT(problems_of("parse(10) + 5 us <= parse(20)", counts),
              ElementsAre("1:1: " + message));
  EXPECT_THAT(problems_of("parse(10) * parse(20) <= 5", counts),
              ElementsAre("1:1: performances cannot be multiplied with each "
                          "other: parse(10) and parse(20); sums must be "
                          "linear"));
}

}  // namespace
}  // namespace spl::logic
