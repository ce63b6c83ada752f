#include "spl/logic/expansion.hpp"

#include <gmock/gmock.h>

#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;

struct ExpansionCase {
  std::string text;
  std::string expected;
};

TEST(Expansion, UnrollsQuantifiers) {
  const ExpansionCase rows[] = {
      {"a(1) <= b(1)", "a(1) <= b(1)"},
      {"for i in 1, 2: a(i) <= b(i)", "a(1) <= b(1) and a(2) <= b(2)"},
      {"exists i in 1, 2: a(i) <= b(i)", "a(1) <= b(1) or a(2) <= b(2)"},
      {"for i in 1, 1, 2: a(i) < once", "a(1) < once and a(2) < once"},
      {"for i in 1..3: a(i) < once",
       "a(1) < once and a(2) < once and a(3) < once"},
      {"for i in 1..10 step 4: a(i) < once",
       "a(1) < once and a(5) < once and a(9) < once"},
      {"for i in 1..1000 step *10: a(i) < once",
       "a(1) < once and a(10) < once and a(100) < once and a(1000) < once"},
      {"for i in 3..1 step -2: a(i) < once", "a(3) < once and a(1) < once"},
      {"for i in 1, 2, j in i..2: pair(i, j) < once",
       "(pair(1, 1) < once and pair(1, 2) < once) and pair(2, 2) < once"},
      {"for (i, j) in (1, 3), (2, 4): pair(i, j) < once",
       "pair(1, 3) < once and pair(2, 4) < once"},
      {"S = {1, 2}; for i in S, 3: a(i) < once",
       "a(1) < once and a(2) < once and a(3) < once"},
      {"for f in 'x', 'y': file(f) < once",
       "file(\"x\") < once and file(\"y\") < once"},
      {"a(n) < b(n)", "a(1) < b(1) and a(2) < b(2)"},
      {"x = List.contains[keys, lists]; x(i) < once",
       "x(5) < once and x(6) < once"},
      {"List.contains[keys(n), lists(2 * 5)] < once",
       "List.contains[keys(5), lists(10)] < once and "
       "List.contains[keys(6), lists(10)] < once"},
      {"for n in 1, 2: List.contains[lists(n), keys](5) < once",
       "List.contains[lists(1), keys](5) < once and "
       "List.contains[lists(2), keys](5) < once"},
      {"for n in 10: sort(10 * n) <= 12 * sort(n)",
       "sort(100) <= 12 * sort(10)"},
      {"for i in 0.5, 0.1: a(10 * i) < i * once",
       "a(5) < 0.5 * once and a(1) < 0.1 * once"},
      {"for i in -1: a(i) < once", "a(-1) < once"},
      {"a(1) < b(1) < c(1)", "a(1) < b(1) and b(1) < c(1)"},
      {"a(1) = b(1) within 5%", "0.95 * b(1) <= a(1) and a(1) <= 1.05 * b(1)"},
      {"a(1) < b(1) => a(2) < b(2)", "a(1) >= b(1) or a(2) < b(2)"},
  };
  for (const ExpansionCase& row : rows) {
    EXPECT_EQ(expanded_text(row.text), row.expected) << row.text;
  }
}

TEST(Expansion, NegatesRelations) {
  const ExpansionCase rows[] = {
      {"not (b(1) <= a(1))", "b(1) > a(1)"},
      {"not (a(1) < b(1))", "a(1) >= b(1)"},
      {"not (a(1) >= b(1))", "a(1) < b(1)"},
      {"not (a(1) > b(1))", "a(1) <= b(1)"},
      {"not (a(1) = b(1))", "a(1) != b(1)"},
      {"not (a(1) != b(1))", "a(1) = b(1)"},
      {"not (not (a(1) = b(1)))", "a(1) = b(1)"},
      {"not (a(1) < b(1) and (a(2) = b(2) or once <= a(3)))",
       "a(1) >= b(1) or (a(2) != b(2) and once > a(3))"},
      {"not (a(1) < b(1) < c(1))", "a(1) >= b(1) or b(1) >= c(1)"},
      {"not (for i in 1, 2: a(i) < once)", "a(1) >= once or a(2) >= once"},
      {"not (1 < 2 and a(1) < b(1))", "a(1) >= b(1)"},
  };
  for (const ExpansionCase& row : rows) {
    EXPECT_EQ(expanded_text(row.text), row.expected) << row.text;
  }
}

TEST(Expansion, DropsWhatRelationsOfValuesMakeIrrelevant) {
  const ExpansionCase rows[] = {
      {"for i in 1, 2, j in 1, 2: i < j => sort(i) <= sort(j)",
       "sort(1) <= sort(2)"},
      {"for f in 'x', 'y': f != 'x' => file(f) < once", "file(\"y\") < once"},
      {"for i in 1, 2: a(i) < once or i = 1", "a(2) < once"},
      {"for i in 1, 2: a(i) < once and i > 5", "violated"},
      {"for i in 1, 2: i > 5 => a(i) < once", "holds"},
      {"for i in 1, 2: not (i = 1) => a(i) < once", "a(2) < once"},
  };
  for (const ExpansionCase& row : rows) {
    EXPECT_EQ(expanded_text(row.text), row.expected) << row.text;
  }
}

LinearForm theta(const std::string& text) {
  return expanded(text).relations.at(0).theta;
}

std::string form_text(const LinearForm& form) {
  std::string text;
  for (const auto& term : form.terms()) {
    text += to_text(Value(term.coefficient)) + " " + to_text(term.performance) +
            " + ";
  }
  return text + to_text(Value(form.constant()));
}

TEST(Expansion, BringsRelationsToOneLinearContrast) {
  const ExpansionCase rows[] = {
      {"a(1) <= b(1)", "1 a(1) + -1 b(1) + 0"},
      {"a(1) <= a(1)", "0"},
      {"a(1) <= 1.05 * a(1)", "-0.05"},
      {"a(1) + b(1) <= 1.1 * c(1)", "1 a(1) + 1 b(1) + -1.1 c(1) + 0"},
      {"(a(1) - b(1)) / 2 <= 3 us", "0.5 a(1) + -0.5 b(1) + -3000"},
      {"a(1) <= b(1) + 5%", "1 a(1) + -1.05 b(1) + 0"},
      {"a(1) <= b(1) + c(1) + 5%", "1 a(1) + -1.05 b(1) + -1.05 c(1) + 0"},
      {"a(1) <= 2 * b(1) - 5%", "1 a(1) + -1.9 b(1) + 0"},
      {"a(1) <= 105% * b(1)", "1 a(1) + -1.05 b(1) + 0"},
      {"tenth = 10%; a(1) <= b(1) + tenth", "1 a(1) + -1.1 b(1) + 0"},
      {"a(1) <= 5 ms", "1 a(1) + -5000000"},
      {"a(1) <= 0", "1 a(1) + 0"},
      {"-a(1) <= 2 * (3 us - b(1))", "-1 a(1) + 2 b(1) + -6000"},
      {"a(1) <= b(1) * (4 us / 2 us)", "1 a(1) + -2 b(1) + 0"},
      {"0.1 * a(1) + 0.2 * a(1) <= 0.3 * a(1)", "0"},
      {"x = List.contains[lists]; x[keys](5) <= once",
       "1 List.contains[keys, lists](5) + -1 once + 0"},
  };
  for (const ExpansionCase& row : rows) {
    EXPECT_EQ(form_text(theta(row.text)), row.expected) << row.text;
  }
}

TEST(Expansion, KnowsEqualArgumentsWhereverTheyAreWritten) {
  EXPECT_TRUE(theta("List.contains[keys(5), lists(5)] <= "
                    "List.contains[keys, lists](5)")
                  .terms()
                  .empty());
  EXPECT_TRUE(theta("List.contains[keys(5), lists(2)] <= "
                    "List.contains[lists(2), keys](5)")
                  .terms()
                  .empty());
  EXPECT_EQ(theta("List.contains[keys(5), lists(2)] <= "
                  "List.contains[keys(2), lists(5)]")
                .terms()
                .size(),
            2U);
}

TEST(Expansion, CountsRelationsBeyondTheLimitWithoutMakingThem) {
  EXPECT_THAT(
      problems_of("for i in 1..101, j in 1..100: pair(i, j) <= once"),
      ElementsAre(
          "1:1: this formula expands to 10100 relations of "
          "performances; at most 10000 are possible; use smaller sets"));
  EXPECT_THAT(
      problems_of("for i in 1..10000, j in 1..10000, k in 1..10000: "
                  "pair(i + k, j) <= once"),
      ElementsAre(
          "1:1: this formula expands to 1000000000000 relations of "
          "performances; at most 10000 are possible; use smaller sets"));
}

TEST(Expansion, StatesNoCountThatItDoesNotKnow) {
  const std::string message =
      "1:1: this formula expands to more than 10000 relations of "
      "performances; at most 10000 are possible; use smaller sets";
  const std::string texts[] = {
      "for i in 1..10000: for j in 1..i: i == j => a(i) <= a(j)",
      "for i in 1..10000, j in 1..i: pair(i, j) <= once",
      "for i in 1..200: a(i) < once or for (k, j) in (1, 2), (3, i), (i, 2): "
      "for l in 1..200 - j: pair(k, l) <= once",
  };
  for (const std::string& text : texts) {
    EXPECT_THAT(problems_of(text), ElementsAre(message)) << text;
  }
}

TEST(Expansion, LimitsWhatIsLookedAt) {
  EXPECT_THAT(
      problems_of("a(1) < once and (for i in 1..10000, j in 1..10000: "
                  "i != 2 * j + 0.5)"),
      ElementsAre("1:52: this formula has 100000001 instances; at most 1000000 "
                  "are possible; use smaller sets"));
  EXPECT_THAT(
      problems_of("a(1) < once and (for i in 1..10000, j in 1..i: "
                  "i != 2 * j + 0.5)"),
      ElementsAre("1:48: this formula has more than 1000000 instances; at most "
                  "1000000 are possible; use smaller sets"));
}

TEST(Expansion, LimitsTheTermsOfAllRelations) {
  const auto sum_of = [](int size) {
    std::string sum = "a(i)";
    for (int i = 1; i < size; ++i) sum += " + a(i)";
    return sum;
  };
  EXPECT_THAT(
      problems_of("for i in 1..10000: b(i) <= " + sum_of(200)),
      ElementsAre("1:20: the relations of this formula have more than 1000000 "
                  "terms together, here 402; use smaller sets or shorter sums "
                  "(with i = 2488)"));
  EXPECT_THAT(
      problems_of("for i in 1..10000: b(i) <= " + sum_of(3000)),
      ElementsAre("1:20: the sets and sums of this formula have more than "
                  "10000000 values, repeated ones included; use smaller sets "
                  "or shorter sums (with i = 18)"));
}

TEST(Expansion, LimitsWhatSetsRepeat) {
  std::string set = "1..5000";
  for (int i = 1; i < 1500; ++i) set += ", 1..5000";
  EXPECT_THAT(
      problems_of("for i in 1, 2, j in {" + set + "}: i < j or a(1) <= once"),
      ElementsAre("1:4468: the sets and sums of this formula have more than "
                  "10000000 values, repeated ones included; use smaller sets "
                  "or shorter sums (with i = 2)"));
}

// Each set doubles what it says of the one before.
TEST(Expansion, TakesTheValuesOfANamedSetOnce) {
  std::string text = "S0 = {1, 2}\n";
  for (int k = 1; k <= 60; ++k) {
    const std::string before = "S" + std::to_string(k - 1);
    text.append("S").append(std::to_string(k)).append(" = {");
    text.append(before).append(", ").append(before).append("}\n");
  }
  EXPECT_EQ(expanded_text(text + "for i in S60: a(i) <= b(i)"),
            "a(1) <= b(1) and a(2) <= b(2)");

  text = "S0 = {1..10000}\n";
  for (int k = 1; k <= 5; ++k) {
    const std::string before = "S" + std::to_string(k - 1);
    text += "S" + std::to_string(k) + " = {" + before;
    for (int copy = 1; copy < 20; ++copy) text += ", " + before;
    text += "}\n";
  }
  EXPECT_THAT(problems_of(text + "for i in S5: a(i) <= b(i)"),
              ::testing::IsEmpty());
}

TEST(Expansion, TellsBindingsOfEachRelation) {
  const auto formula = expanded("for i in 1, 2: a(i) < once");
  ASSERT_EQ(formula.relations.size(), 2U);
  using Bindings = std::vector<std::pair<std::string, Value>>;
  EXPECT_EQ(formula.relations[1].bindings, (Bindings{{"i", 2.0}}));
}

}  // namespace
}  // namespace spl::logic
