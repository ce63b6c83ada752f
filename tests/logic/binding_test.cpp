#include "spl/logic/binding.hpp"

#include <gmock/gmock.h>

#include "parser/parser.hpp"
#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(Binding, AcceptsWhatTheLanguageAllows) {
  const std::string texts[] = {
      "a(1) <= b(1)",
      "a(n) <= b(n)",
      std::string("x = List.contains[keys, lists]; ") +
          "y = Array.contains[arrays]; x(5) <= y[keys](5)",
      "g = keys; List.contains[g, lists](5) <= once",
      "List.contains[keys(5), lists(2)] <= List.contains[lists(1), keys](n)",
      "x = List.contains[keys]; x[lists(5)](6) <= once",
      "limit = 5 us; once() <= limit",
      "S = {1, 2}; for i in S: a(i) <= b(i)",
      "k = 2; a(k) <= k * b(k)",
      "for i in 1, 2, j in i..3: pair(i, j) <= once",
      "for (i, j) in {(1, 2)}: pair(i, j) <= once",
      "a(n) <= n * b(n)",
      "a(n) <= b(n) and n < 2",
      "file(\"x\") <= once",
      "first: a(1) <= once\nsecond: a(1) <= once",
  };
  for (const std::string& text : texts) {
    EXPECT_THAT(problems_of(text), IsEmpty()) << text;
  }
}

std::vector<std::string> messages_with(const std::string& text,
                                       const Catalogue& catalogue) {
  const parser::ParsedText parsed =
      parser::parse(text, parser::TextKind::kSingle);
  std::vector<std::string> messages;
  for (const Problem& problem :
       logic::bind(parsed.document, catalogue, Completeness::kWhole).problems) {
    messages.push_back(problem.message);
  }
  return messages;
}

Entry entry_of(Entry::Kind kind, const std::string& name,
               std::vector<std::string> types) {
  Entry entry;
  entry.kind = kind;
  entry.name = name;
  entry.argument_types = std::move(types);
  return entry;
}

/// Of the method at a.cpp:1 that C++ composes of slow and ints.
Entry composed(const std::string& name, const std::string& place) {
  Entry entry = entry_of(Entry::Kind::kMethod, name, {"int"});
  entry.parameters = {{"", "int", Parameter::Kind::kInteger, 0, 9, {}}};
  entry.parts = {"function slow", "ints::{lambda()#1}"};
  entry.place = place;
  return entry;
}

/// Of a program that composes it once, or twice.
Catalogue composed_catalogue(std::vector<Entry> methods) {
  Catalogue catalogue = sample_catalogue();
  Entry ints = entry_of(Entry::Kind::kGenerator, "ints::{lambda()#1}",
                        {"std::vector<int>"});
  ints.parameters = methods.front().parameters;
  Entry function =
      entry_of(Entry::Kind::kMethod, "function slow", {"std::vector<int>"});
  ints.is_part = function.is_part = methods.size() == 1;
  methods.push_back(ints);
  methods.push_back(function);
  for (const Entry& one : methods) catalogue.entries.push_back(one);
  return catalogue;
}

/// The performance on the left of a formula.
std::string measured_in(const std::string& text, const Catalogue& catalogue) {
  const ExpandedFormula formula = expanded(text, catalogue);
  return to_text(formula.relations.at(0).left.terms().at(0).performance);
}

TEST(Binding, GivesWhatIsComposedInCppItsName) {
  const Catalogue catalogue = composed_catalogue({composed("slow", "a.cpp:1")});
  const std::string parts = "\"function slow\"[\"ints::{lambda()#1}\"]";
  for (const std::string& text :
       {std::string("slow(3) <= a(1)"), parts + "(3) <= a(1)",
        "slow = " + parts + "; slow(3) <= a(1)"}) {
    EXPECT_EQ(measured_in(text, catalogue), "slow(3)") << text;
  }
  EXPECT_EQ(measured_in("\"function slow\"[\"ints::{lambda()#1}\"(3)] <= a(1)",
                        catalogue),
            parts + "(3)");
  EXPECT_THAT(messages_with("slwo(3) <= a(1)", catalogue),
              ElementsAre("there is no method or workload \"slwo\"; did you "
                          "mean \"slow\"?"));
}

TEST(Binding, NamesBothThatAreComposedUnderOneName) {
  const Catalogue catalogue = composed_catalogue(
      {composed("slow", "a.cpp:1"), composed("slow", "b.cpp:2")});
  EXPECT_THAT(messages_with("slow(3) <= a(1)", catalogue),
              ElementsAre("\"slow\" is a method at a.cpp:1 and another at "
                          "b.cpp:2; rename one of them"));
  const std::string parts = "\"function slow\"[\"ints::{lambda()#1}\"]";
  EXPECT_EQ(measured_in("slow = " + parts + "; slow(3) <= a(1)", catalogue),
            parts + "(3)");
}

TEST(Binding, PrefersWhatIsRegistered) {
  Catalogue catalogue =
      composed_catalogue({composed("a", "a.cpp:1"), composed("z", "a.cpp:2")});
  Entry late = *catalogue.find("b");
  late.name = "z";
  catalogue.entries.push_back(late);
  EXPECT_THAT(catalogue.find("a")->parts, IsEmpty());
  EXPECT_THAT(catalogue.find("z")->parts, IsEmpty());
}

TEST(Binding, LeavesWhatNoProgramOfARevisionHasToTheMeasurement) {
  Catalogue catalogue = sample_catalogue();
  catalogue.revisions["v1"];
  catalogue.revisions["v2"].entries.emplace();
  for (const char* text :
       {"zebra@v1(1) <= a(1)", "zebra@v2(n) <= lion@v1(n)",
        "List.contains[zebra, lists]@v1(5) <= a(1)",
        "zebra[keys, lists]@v2(5) <= a(1)", "zebra[lion, horse]@v1(5) <= a(1)",
        "b(n) <= zebra@v1(n)"}) {
    EXPECT_THAT(messages_with(text, catalogue), IsEmpty()) << text;
  }
  EXPECT_THAT(messages_with("zebra(1) <= a@v1(1)", catalogue),
              ElementsAre(StartsWith("there is no method or workload")));
  catalogue.revisions[kUnderTest];
  EXPECT_THAT(messages_with("zebra(1) <= a@v1(1)", catalogue), IsEmpty());
}

TEST(Binding, GivesThisTheNameOfAFunction) {
  Catalogue catalogue = sample_catalogue();
  const auto problems_with = [&](const std::string& text,
                                 const std::string& function) {
    const parser::ParsedText parsed =
        parser::parse(text, parser::TextKind::kSingle);
    const BoundDocument bound =
        logic::bind(parsed.document, catalogue, Completeness::kWhole, function);
    std::vector<std::string> messages;
    for (const Problem& problem : bound.problems) {
      messages.push_back(problem.message);
    }
    return messages;
  };
  EXPECT_THAT(problems_with("THIS(1) <= b(1)", "a"), IsEmpty());
  EXPECT_THAT(problems_with("THIS(n) <= b(n)", "a"), IsEmpty());
  EXPECT_THAT(
      problems_with("f = THIS[keys, lists]; f(1) <= once", "List::contains"),
      IsEmpty());
  EXPECT_THAT(
      problems_with("THIS(1) <= b(1)", "lib::srot"),
      ElementsAre("THIS is \"lib::srot\", but no program has a method of that "
                  "name; register it with SPL_METHOD or SPL_WORKLOAD"));
  EXPECT_THAT(
      problems_with("THIS(1) <= b(1)", "List::contians"),
      ElementsAre("THIS is \"List::contians\", but no program has a method of "
                  "that name; did you mean \"List.contains\"?"));
  EXPECT_THAT(
      problems_with("THIS = a()", "lib::srot"),
      ElementsAre("THIS is \"lib::srot\", but no program has a method of that "
                  "name; register it with SPL_METHOD or SPL_WORKLOAD",
                  "workload \"a\" takes 1 argument, not 0"));
  catalogue.complete = false;
  EXPECT_THAT(problems_with("THIS(1) <= b(1)", "lib::srot"), IsEmpty());
}

}  // namespace
}  // namespace spl::logic
