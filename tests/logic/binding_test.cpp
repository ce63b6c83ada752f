#include "spl/logic/binding.hpp"

#include <gmock/gmock.h>

#include "parser/parser.hpp"
#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct BindingCase {
  std::string text;
  std::string message;
};

void expect_problem(const BindingCase& row) {
  EXPECT_THAT(problems_of(row.text), ElementsAre(row.message)) << row.text;
}

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

TEST(Binding, NamesWhatTheCatalogueLacks) {
  const BindingCase rows[] = {
      {"srot(1) <= a(1)",
       "1:1: there is no method or workload \"srot\"; did you mean \"sort\"?"},
      {"zebra(1) <= a(1)",
       "1:1: there is no method or workload \"zebra\"; \"spl-run list\" "
       "lists all; a workload in a library needs CMake's "
       "spl_workloads(LIBRARY)"},
      {"List.contains[zebra](5) <= once",
       "1:15: there is no generator or factory \"zebra\"; there are only "
       "\"lists\", \"arrays\", \"keys\", \"texts\""},
      {"List.contains[kyes, lists](5) <= once",
       "1:15: there is no generator or factory \"kyes\"; did you mean "
       "\"keys\"?"},
      {"THIS(1) <= a(1)",
       "1:1: THIS is the function that a C++ source declares directly after "
       "[[spl::expects(\"...\")]] or SPL_EXPECTS(\"...\"), and none is "
       "declared here; write the method's name"},
      {"THIS = once()",
       "1:1: THIS is the function that a C++ source declares directly after "
       "[[spl::expects(\"...\")]] or SPL_EXPECTS(\"...\"), and none is "
       "declared here; write the method's name"},
      {"keys(5) <= once",
       "1:1: \"keys\" is a generator; it belongs in [...] after a method"},
      {"a(1) <= b@v1(1)",
       "1:11: nothing is known about the revision \"v1\"; say in \"revisions\" "
       "of "
       "spl.json how revisions are built"},
  };
  for (const BindingCase& row : rows) expect_problem(row);
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

TEST(Binding, TellsWhatDoesNotFit) {
  const BindingCase rows[] = {
      {"sort(1, 2) <= once", "1:1: workload \"sort\" takes 1 argument, not 2"},
      {"sort <= once", "1:1: workload \"sort\" takes 1 argument, not 0"},
      {"once(3) <= a(1)", "1:1: workload \"once\" takes no arguments, not 1"},
      {"sort[keys](1) <= once",
       "1:1: workload \"sort\" drives its own loop and takes no generator; "
       "remove [...]"},
      {"List.contains[keys, arrays](5) <= once",
       "1:1: method \"List.contains\" takes std::list<int> as its instance, "
       "but factory \"arrays\" makes std::vector<int>"},
      {"List.contains[texts, lists](5) <= once",
       "1:1: method \"List.contains\" takes int besides its instance, but "
       "generator \"texts\" makes std::string"},
      {"List.contains[keys](5) <= once",
       "1:1: method \"List.contains\" takes (std::list<int>, int), but "
       "generator \"keys\" makes int; name in [...] the factory that makes "
       "std::list<int>"},
      {"List.contains[lists](5) <= once",
       "1:1: method \"List.contains\" takes int besides its instance; name in "
       "[...] the generator that makes it"},
      {"List.contains(5) <= once",
       "1:1: method \"List.contains\" takes (std::list<int>, int); name in "
       "[...] the generator that makes them"},
      {"List.contains[keys, texts](5) <= once",
       "1:21: \"texts\" is a second generator; [...] takes one"},
      {"List.contains[sort](5) <= once",
       "1:15: \"sort\" is a workload; [...] takes a generator and a factory"},
      {"x = List.contains[keys]; x[texts, lists](5) <= once",
       "1:28: \"texts\" is a second generator; [...] takes one"},
      {"List.contains[keys(5, 6), lists(1)] <= once",
       "1:1: generator \"keys\" takes 1 argument, not 2"},
      {"List.contains[keys(5), lists] <= once",
       "1:1: factory \"lists\" takes 1 argument, not 0"},
      {"List.contains[keys(5), lists(6)](7) <= once",
       "1:1: nothing takes the arguments after \"List.contains\", since those "
       "in [...] have their own; remove the last (...)"},
      {"List.contains[keys('x'), lists(6)] <= once",
       "1:20: parameter 1 of generator \"keys\" is a number (int); \"x\" is a "
       "string"},
      {"List.contains[keys(once(1)), lists(6)] <= once",
       "1:20: a performance cannot be an argument or part of a set"},
      {"x = List.contains[keys(5), lists]; x <= once",
       "1:19: a definition takes no arguments; leave \"keys\" out, and add "
       "\"[keys(...)]\" to each use"},
      {"k = keys(5); List.contains[k, lists](5) <= once",
       "1:1: there is no method or workload \"k\"; to define it, leave the "
       "(...) to its uses: \"k = keys\""},
      {"x = a@v1; x@v2(1) <= once",
       "1:13: \"x\" is defined with a revision already; remove one of the two"},
  };
  for (const BindingCase& row : rows) expect_problem(row);
}

TEST(Binding, ChecksDefinitions) {
  const BindingCase rows[] = {
      {"x = 1; x = 2; a(x) <= once",
       "1:8: \"x\" is defined already; to compare, write \"x == ...\""},
      {"a = b\nb(1) <= once",
       "1:1: \"a\" is a workload and cannot be defined; to compare, write "
       "\"a == ...\""},
      {"x = once\na(1) <= once",
       "1:1: \"x\" is defined but used nowhere; to compare, write \"x == "
       "...\""},
      {"S = {1, 2}; a(S) <= once",
       "1:15: \"S\" is a set, not a number or a variable"},
      {"S = {1, 2}; S <= once",
       "1:13: \"S\" is a set; sets follow \"in\" only"},
      {"x = once; a(x) <= once",
       "1:13: \"x\" is a method, not a number or a variable"},
      {"x: a(1) <= once; x: b(1) <= once",
       "1:18: the label \"x\" is used twice; labels are unique in a file"},
      {"x = srot; x(1) <= once",
       "1:5: there is no method or workload \"srot\"; did you mean \"sort\"?"},
      {"k = 2; k(1) <= once",
       "1:8: \"k\" is defined as a number or a set, not as a method or "
       "workload"},
  };
  for (const BindingCase& row : rows) expect_problem(row);
}

TEST(Binding, TellsOnceWhatADefinitionTakes) {
  const std::string no_arithmetic =
      "write one number, a set in braces, or a method without (...): a "
      "definition takes no arithmetic";
  const BindingCase rows[] = {
      {"k = 2 * 3; a(1) <= k * b(1)",
       "1:1: there is no method or workload \"k\"; to define it, " +
           no_arithmetic},
      {"k0 = 2; k1 = k0 + k0; a(1) <= k1 * b(k0)",
       "1:9: there is no method or workload \"k1\"; to define it, " +
           no_arithmetic},
      {"k = 2 * 3; for i in k, 1: a(i) <= b(k)",
       "1:1: there is no method or workload \"k\"; to define it, " +
           no_arithmetic},
      {"s = List.contains(keys, lists)\ns(5) <= 5 us",
       "1:1: there is no method or workload \"s\"; to define it, name "
       "generator and factory in [...] and leave the (...) to its uses: \"s = "
       "List.contains[...]\""},
      {"onec = 2 * once",
       "1:1: there is no method or workload \"onec\"; did you mean "
       "\"once\"?"},
      {"x = srot; x(1) <= 5 us",
       "1:5: there is no method or workload \"srot\"; did you mean \"sort\"?"},
  };
  for (const BindingCase& row : rows) expect_problem(row);
}

TEST(Binding, ChecksVariables) {
  const BindingCase rows[] = {
      {"for i in 1, 2: a(1) <= once",
       "1:5: the variable \"i\" is never used; use it or remove it"},
      {"for i in 1, 2: for i in 3, 4: a(i) <= once",
       "1:20: the variable \"i\" is bound already; give the inner one another "
       "name"},
      {"i = 5; for i in 1, 2: a(i) <= once",
       "1:12: the variable \"i\" is named like a definition; give one of them "
       "another name"},
      {"(for i in 1, 2: a(i) <= once) and a(i) <= once",
       "1:37: the variable \"i\" is used outside the formula that binds it"},
      {"for i in size, 2: a(i) <= once",
       "1:10: nothing is called \"size\" here; define it first, as in "
       "\"size = 10\""},
      {"a(n) <= b(n)\nS = {n}\nfor i in S: a(i) <= b(i)",
       "2:6: nothing is called \"n\" here; define it first, as in \"n = "
       "10\""},
      {"c(m) <= once",
       "1:3: nothing gives the values of \"m\"; write \"for m in ...:\" in "
       "front, or declare them with spl::values where the workload is "
       "registered"},
      {"a(n) <= sort(n)",
       "1:3: the values of \"n\" differ: \"a\" declares 1, 2 and \"sort\" 10, "
       "100; write \"for n in ...:\" in front"},
      {"a(b(1)) <= once",
       "1:3: a performance cannot be an argument or part of a set"},
  };
  for (const BindingCase& row : rows) expect_problem(row);
}

TEST(Binding, ReportsAllMistakesInTheirOrder) {
  EXPECT_THAT(
      problems_of("srot(1) <= a(1)\nsort() <= a(1)"),
      ElementsAre("1:1: there is no method or workload \"srot\"; did you mean "
                  "\"sort\"?",
                  "2:1: workload \"sort\" takes 1 argument, not 0"));
}

TEST(Binding, SaysHowAMethodWithSuchANameIsWritten) {
  for (const std::string name : {"\"BM_f/8\"", "\"and\"", "\"./a b\""}) {
    expect_problem({name + " < \"x\"",
                    "1:1: this formula compares no performance; a method with "
                    "such a name is written " +
                        name + "()"});
  }
}

TEST(Binding, RefusesAFormulaWithoutPerformances) {
  expect_problem({"1 < 2",
                  "1:1: this formula compares no performance; name a method or "
                  "workload in it"});
}

}  // namespace
}  // namespace spl::logic
