#include "runner/formulas/formula_text.hpp"

#include <gmock/gmock.h>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

FormulaText shared_file(const std::string& content,
                        const std::string& name = "common.spl") {
  return {name, content, FormulaText::Origin::kFile, 0};
}

/// Reads texts behind shared ones. Workloads a, b and c take one argument.
Suite suite_behind(const std::vector<FormulaText>& definitions,
                   const std::vector<FormulaText>& texts,
                   SettingLayers layers = {}) {
  ScriptedLauncher launcher(means({}));
  layers.definitions = definitions;
  return read_suite(texts, ask({"sample"}, launcher).catalogue, layers);
}

std::string errors_behind(const std::vector<FormulaText>& definitions,
                          const std::vector<FormulaText>& texts) {
  std::string errors;
  for (const auto& error : suite_behind(definitions, texts).errors) {
    errors += to_text(error);
  }
  return errors;
}

FormulaText formulas_of(const std::string& content) {
  return {"x.spl", content, FormulaText::Origin::kFile, 0};
}

TEST(SharedDefinitions, AreReadForSoManyTextsOnly) {
  SettingLayers layers;
  layers.most_formulas = 2;
  const std::string shared =
      "t1 = 1 us\nt2 = 2 us\nt3 = 3 us\nt4 = 4 us\n"
      "t5 = 5 us\nt6 = 6 us\nt7 = 7 us";
  const std::string source =
      "SPL_EXPECTS(\"a(1) < t1\")\nSPL_EXPECTS(\"a(2) < t7\")\nint b(int);";
  const Suite suite =
      suite_behind({shared_file(shared)},
                   {{"x.cpp", source, FormulaText::Origin::kCpp, 0},
                    formulas_of("a(3) < b(3)")},
                   layers);
  ASSERT_EQ(suite.errors.size(), 1U);
  EXPECT_EQ(parser::to_text(suite.errors[0]),
            "common.spl:5:1: error: there are more than 20 statements, with "
            "the definitions in front of each text; evaluate some of the files "
            "at a time\n"
            "5 | t5 = 5 us\n"
            "  | ^\n");
}

TEST(SharedDefinitions, HoldInFrontOfEveryText) {
  const Suite suite = suite_behind(
      {shared_file("# Names for all.\r\nlimit = 5 us  # none in need\r\n"
                   "sizes = {1, 2}; set runs = 20"),
       shared_file("\xEF\xBB\xBFquick = a", "more.spl")},
      {formulas_of("for n in sizes: quick(n) < limit"),
       {"<formula 1>", "set runs = 30; a(1) = b(1)",
        FormulaText::Origin::kOption, 1},
       {"x.cpp", "\nSPL_EXPECTS(\"THIS(1) < limit\")\nint b(int);",
        FormulaText::Origin::kCpp, 0}});
  ASSERT_THAT(suite.errors, ElementsAre());
  ASSERT_EQ(suite.formulas.size(), 3U);
  EXPECT_EQ(suite.formulas[0].label, "line1");
  EXPECT_EQ(suite.formulas[0].text, "for n in sizes: quick(n) < limit");
  EXPECT_EQ(suite.formulas[0].relations.size(), 2U);
  EXPECT_EQ(suite.formulas[0].settings.runs, 20U);
  EXPECT_EQ(suite.formulas[1].label, "formula1");
  EXPECT_EQ(suite.formulas[1].settings.runs, 30U);
  EXPECT_EQ(suite.formulas[2].label, "line2");
  EXPECT_EQ(suite.formulas[2].text, "b(1) < limit");
  EXPECT_EQ(suite.formulas[2].settings.runs, 20U);
}

TEST(SharedDefinitions, AreStrongerThanProjectFilesAndWeakerThanOptions) {
  SettingLayers layers;
  layers.base.runs = 10;
  const FormulaText common = shared_file("set runs = 20");
  const FormulaText text = formulas_of("a(1) < b(1)");
  EXPECT_EQ(suite_behind({common}, {text}, layers).formulas.at(0).settings.runs,
            20U);
  layers.command_line = {{"runs", "40"}};
  EXPECT_EQ(suite_behind({common}, {text}, layers).formulas.at(0).settings.runs,
            40U);
}

// A project may have programs that lack what others have.
TEST(SharedDefinitions, MayBeUnusedAndEvenImpossible) {
  EXPECT_EQ(errors_behind({shared_file("limit = 5 us\nfast = zebra\n"
                                       "b = 3\nfaster = fast")},
                          {formulas_of("a(1) < 5 us")}),
            "");
  EXPECT_EQ(errors_behind({shared_file("limit = 5 us")},
                          {formulas_of("limti = 5 us\na(1) < 5 us")}),
            "x.spl:1:1: error: \"limti\" is defined but used nowhere; to "
            "compare, write \"limti == ...\"; to change a setting, write \"set "
            "limti = ...\"\n"
            "1 | limti = 5 us\n"
            "  | ^\n");
}

TEST(SharedDefinitions, HaveMistakesWhereTheyStand) {
  EXPECT_EQ(errors_behind({shared_file("limit = 5 us"),
                           shared_file("\nfast = zebra", "more.spl")},
                          {formulas_of("fast(1) < 5 us\nfast(2) < 5 us"),
                           formulas_of("fast(1) < a(1)\na(1) <")}),
            "more.spl:2:8: error: there is no method or workload \"zebra\"; "
            "there are only \"a\", \"b\", \"c\"; a workload in a library "
            "needs CMake's spl_workloads(LIBRARY)\n"
            "2 | fast = zebra\n"
            "  |        ^\n"
            "x.spl:2:7: error: expected a number, a method or \"(\" after "
            "\"<\", found the end of the text\n"
            "2 | a(1) <\n"
            "  |       ^\n");
  EXPECT_EQ(errors_behind({shared_file("b = 3")}, {formulas_of("a(1) < b(1)")}),
            "common.spl:1:1: error: \"b\" is a workload and cannot be defined; "
            "to compare, write \"b == ...\"\n"
            "1 | b = 3\n"
            "  | ^\n");
  EXPECT_EQ(
      errors_behind({shared_file("set rnus = 3")},
                    {formulas_of("a(1) < b(1)"), formulas_of("a(1) < b(1)")}),
      "common.spl:1:5: error: there is no setting \"rnus\"; did you mean "
      "\"runs\"?\n"
      "1 | set rnus = 3\n"
      "  |     ^\n");
  EXPECT_EQ(errors_behind({shared_file("none = {2..1}")},
                          {formulas_of("for n in none: a(n) < b(n)")}),
            "common.spl:1:9: error: this range is empty: it goes from 2 to 1 "
            "in steps of 1; to count down, write \"step -1\"\n"
            "1 | none = {2..1}\n"
            "  |         ^\n");
}

TEST(SharedDefinitions, AreDefinedOnce) {
  EXPECT_EQ(errors_behind({shared_file("limit = 5 us")},
                          {formulas_of("limit = 6 us\na(1) < limit")}),
            "x.spl:1:1: error: \"limit\" is defined already in common.spl; to "
            "compare, write \"limit == ...\"\n"
            "1 | limit = 6 us\n"
            "  | ^\n");
  EXPECT_EQ(errors_behind({shared_file("limit = 5 us"),
                           shared_file("limit = 6 us", "more.spl")},
                          {formulas_of("a(1) < 5 us")}),
            "more.spl:1:1: error: \"limit\" is defined already; to compare, "
            "write \"limit == ...\"\n"
            "1 | limit = 6 us\n"
            "  | ^\n");
}

TEST(SharedDefinitions, AreReadBeforeAnyText) {
  EXPECT_EQ(errors_behind({shared_file("a(1) < b(1)\nlimit = (5"),
                           shared_file("keys = {1", "more.spl")},
                          {formulas_of("a(1) < limit; nonsense")}),
            "common.spl:1:1: error: this is a formula, and the files of "
            "\"definitions\" hold definitions and settings alone; move it to a "
            "file of \"formulas\"\n"
            "1 | a(1) < b(1)\n"
            "  | ^\n"
            "common.spl:2:11: error: expected an operator or \")\" after "
            "\"5\", found the end of the text\n"
            "2 | limit = (5\n"
            "  |           ^\n"
            "more.spl:1:10: error: expected an operator, \",\" or \"}\" in the "
            "set after \"1\", found the end of the text\n"
            "1 | keys = {1\n"
            "  |          ^\n");
}

}  // namespace
}  // namespace spl::runner
