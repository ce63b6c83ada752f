#include "spl/logic/family.hpp"

#include <gmock/gmock.h>

#include "spl/logic/given.hpp"
#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A program of another framework with these benchmarks.
Catalogue program(const std::vector<std::string>& names) {
  Catalogue catalogue;
  for (const std::string& name : names) {
    Entry one;
    one.name = name;
    one.parameters.emplace();
    one.program = "bench";
    catalogue.entries.push_back(one);
  }
  return catalogue;
}

/// A report with these benchmarks.
Catalogue report(const std::vector<std::string>& names) {
  GivenPerformances given;
  for (const std::string& name : names) {
    given.performances.insert({name, {}, {}, {}, {}});
  }
  return given_catalogue(std::move(given), "data.json");
}

const std::vector<std::string> kNames = {
    "BM_copy/8",          "BM_copy/64",         "BM_move/8",
    "BM_move/64",         "BM_t<int>/8",        "BM_t<double>/8/real_time",
    "BM_par/8/threads:1", "BM_par/8/threads:2", "find - 8",
    "BM_name/{n}",        "BM_name/8",          "own"};

TEST(Families, AreInTheNamesOfFrameworks) {
  const auto text = [](const std::string& name) {
    const auto one = family_member(name);
    return one ? to_text(Performance{one->family, {}, {}, {}, one->arguments})
               : "none";
  };
  EXPECT_EQ(text("BM_x/8"), "BM_x(8)");
  EXPECT_EQ(text("BM_x/-8/0.5"), "BM_x(-8, 0.5)");
  EXPECT_EQ(text("BM_x/8/threads:2"), "BM_x(8, 2)");
  EXPECT_EQ(text("BM_x/size:8/real_time"), "BM_x(8)");
  EXPECT_EQ(text("BM_x/8/iterations:5/repeats:3/manual_time"), "BM_x(8)");
  EXPECT_EQ(text("BM_x<int>/8"), "\"BM_x<int>\"(8)");
  EXPECT_EQ(text("BM_x/small/8"), "\"BM_x/small\"(8)");
  EXPECT_EQ(text("Maps/find - 8"), "\"Maps/find\"(8)");
  for (const char* name :
       {"BM_x", "", "/", "/8", "BM_x/", "BM_x/8k", "BM_x/nan", "BM_x/inf",
        "BM_x/8/small", "BM_x/real_time", " - 8", "a - b", "a/:", "//"}) {
    EXPECT_EQ(text(name), "none") << name;
  }
}

TEST(Families, TakeTheArgumentsInNames) {
  for (const Catalogue& catalogue : {program(kNames), report(kNames)}) {
    EXPECT_EQ(expanded_text("BM_copy(n) <= BM_move(n)", catalogue),
              "BM_copy(8) <= BM_move(8) and BM_copy(64) <= BM_move(64)");
    const auto relation =
        expanded("BM_copy(n) <= BM_move(n)", catalogue).relations.at(0);
    EXPECT_EQ(to_text(relation.theta.terms().at(0).performance),
              "\"BM_copy/8\"");
    EXPECT_EQ(
        expanded_text("\"BM_t<int>\"(8) < \"BM_t<double>\"(8)", catalogue),
        "\"BM_t<int>\"(8) < \"BM_t<double>\"(8)");
    EXPECT_EQ(expanded_text("BM_par(8, 2) < BM_par(8, 1)", catalogue),
              "BM_par(8, 2) < BM_par(8, 1)");
    EXPECT_EQ(expanded_text("median(find(8)) < median(BM_copy(8))", catalogue),
              "median(find(8)) < median(BM_copy(8))");
  }
}

TEST(Families, TakeValuesInBraces) {
  for (const Catalogue& catalogue : {program(kNames), report(kNames)}) {
    EXPECT_EQ(expanded_text(
                  R"(for n in 8, 64: "BM_copy/{n}"() <= 2 * "BM_move/{n}"())",
                  catalogue),
              R"("BM_copy/8"() <= 2 * "BM_move/8"() and )"
              R"("BM_copy/64"() <= 2 * "BM_move/64"())");
    EXPECT_EQ(expanded_text(R"("BM_copy/{n}"() <= BM_move(n))", catalogue),
              R"("BM_copy/8"() <= BM_move(8) and )"
              R"("BM_copy/64"() <= BM_move(64))");
    EXPECT_EQ(expanded_text(R"(for k in "copy", "move": "BM_{k}/8"() <= own())",
                            catalogue),
              R"("BM_copy/8"() <= own() and "BM_move/8"() <= own())");
    // A name that exists as it is written comes first.
    EXPECT_EQ(expanded_text(R"("BM_name/{n}"() <= BM_copy(8))", catalogue),
              R"("BM_name/{n}"() <= BM_copy(8))");
  }
}

TEST(Families, TellWhatIsNotThere) {
  const std::pair<const char*, const char*> rows[] = {
      {"BM_copy(9) <= own()",
       "1:1: there is no BM_copy(9); there are BM_copy(8), BM_copy(64)"},
      {"BM_copy(8, 2) <= own()",
       "1:1: workload \"BM_copy\" takes 1 argument, not 2"},
      {"BM_par() <= own()",
       "1:1: there is no method or workload \"BM_par\"; write it with its "
       "arguments, as in BM_par(8, 1)"},
      {R"(for n in 8: "BM_copy/{n}" <= own())",
       "1:5: the variable \"n\" is never used; a method with such a name is "
       "written \"BM_copy/{n}\"()"},
      {"BM_copx(8) <= own()",
       "1:1: there is no method or workload \"BM_copx\"; did you mean "
       "\"BM_copy\"?"},
      {R"(for n in 9: "BM_copy/{n}"() <= own())",
       "1:13: there is no method or workload \"BM_copy/9\"; did you mean "
       "\"BM_copy/8\"? (with n = 9)"},
      {R"("BM_copy/{n}"() <= own())",
       "1:1: nothing gives the values of \"n\"; write \"for n in ...:\" in "
       "front"},
      {R"(for m in 8: "BM_copy/{n}"() <= "BM_copy/{m}"())",
       "1:13: nothing gives the values of \"n\"; write \"for n in ...:\" in "
       "front"},
  };
  for (const auto& [text, message] : rows) {
    for (const Catalogue& catalogue : {program(kNames), report(kNames)}) {
      EXPECT_THAT(problems_of(text, catalogue), ElementsAre(message)) << text;
    }
  }
}

// Names that differ are never merged.
TEST(Families, HaveNoMemberOfTwoNames) {
  const std::vector<std::string> names = {"BM_x/8", "BM_x/8/real_time", "own"};
  for (const Catalogue& catalogue : {program(names), report(names)}) {
    EXPECT_THAT(
        problems_of("BM_x(8) <= own()", catalogue),
        ElementsAre("1:1: BM_x(8) is \"BM_x/8\" and \"BM_x/8/real_time\"; "
                    "write the one that is meant, in quotes and with () "
                    "behind it"));
    EXPECT_THAT(problems_of("\"BM_x/8\"() <= own()", catalogue), IsEmpty());
  }
}

// A square of what these have would take minutes.
TEST(Families, TakeTheTimeOfTheLengthOfTheirNames) {
  constexpr std::size_t kLong = 1'000'000;
  std::string parts = "a";
  for (std::size_t i = 0; i < kLong; ++i) parts += "/1";
  EXPECT_EQ(family_member(parts)->arguments.size(), kLong);
  EXPECT_THAT(names_in_braces(std::string(kLong, '{') + "n}}{m}"),
              ElementsAre("m", "n"));
  const std::string letters(kLong, 'a');
  const std::string name = "8" + letters;
  const auto names =
      std::make_shared<const std::set<std::string>>(std::set{name});
  EXPECT_EQ(family_of_pattern("{n}" + letters, {"n"}, names)->first, name);
  EXPECT_EQ(family_of_pattern(std::string(kLong, '{') + "n}", {"n"}, names),
            nullptr);
  EXPECT_EQ(filled(std::string(kLong, '{') + "n}{m}", {{"n", 8.0}}).size(),
            kLong + 3);
}

TEST(Families, ShareTheNamesThatThereAre) {
  const auto names = std::make_shared<const std::set<std::string>>(
      std::set<std::string>{"a1", "a2", "b1"});
  const auto family = family_of_pattern("a{n}", {"n"}, names);
  EXPECT_EQ(family->names, names);
  EXPECT_TRUE(family->members.empty());
  EXPECT_EQ(family->first, "a1");
}

}  // namespace
}  // namespace spl::logic
