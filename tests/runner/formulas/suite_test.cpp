#include "runner/formulas/suite.hpp"

#include <gmock/gmock.h>

#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/plain_error.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

Suite suite_of(const std::vector<FormulaText>& texts,
               const SettingLayers& layers = {}) {
  ScriptedLauncher launcher(means({}));
  return read_suite(texts, ask({"sample"}, launcher).catalogue, layers);
}

FormulaText file(const std::string& content) {
  return {"x.spl", content, FormulaText::Origin::kFile, 0};
}

std::vector<std::string> labels(const Suite& suite) {
  std::vector<std::string> result;
  for (const SuiteFormula& formula : suite.formulas) {
    result.push_back(formula.label);
  }
  return result;
}

TEST(Suite, LabelsFormulas) {
  EXPECT_THAT(labels(suite_of({file("a(1) < b(1)\n\nnamed: a(1) < b(1)\n"
                                    "a(1) < b(1); a(2) < b(2)")})),
              ElementsAre("line1", "named", "line4", "line4.2"));
  EXPECT_THAT(labels(suite_of({{"<formula 2>", "a(1) < b(1); a(2) < b(2)",
                                FormulaText::Origin::kOption, 2}})),
              ElementsAre("formula2", "formula2.2"));
}

TEST(Suite, MakesNoLabelThatIsGiven) {
  EXPECT_THAT(labels(suite_of({file("line2: a(1) < b(1)\na(1) < b(1)")})),
              ElementsAre("line2", "line2.2"));
}

TEST(Suite, ExpandsAllFormulasToReportAllMistakes) {
  const Suite suite = suite_of({file("a(1) < 5\na(1) < 6")});
  EXPECT_EQ(suite.errors.size(), 2U);
}

TEST(Suite, HasALimitOfFormulas) {
  SettingLayers layers;
  layers.most_formulas = 2;
  EXPECT_THAT(suite_of({file("a(1) < b(1)\na(2) < b(2)")}, layers).errors,
              ::testing::IsEmpty());
  const Suite suite = suite_of(
      {file("a(1) < b(1)"), file("a(1) < b(1)\na(2) < b(2); a(3) < b(3)"),
       file("a(4) < b(4)")},
      layers);
  ASSERT_EQ(suite.errors.size(), 1U);
  EXPECT_EQ(parser::to_text(suite.errors[0]),
            "x.spl:2:1: error: there are more than 2 formulas; evaluate some "
            "of the files at a time\n"
            "2 | a(2) < b(2); a(3) < b(3)\n"
            "  | ^\n");
}

// Each formula has them all.
TEST(Suite, HasALimitOfTextsInSettings) {
  SettingLayers layers;
  layers.most_of_texts = 1000;
  layers.base.filter = std::string(400, 'x');
  const Suite suite =
      suite_of({file("a(1) < b(1)\na(2) < b(2)\na(3) < b(3)")}, layers);
  ASSERT_EQ(suite.errors.size(), 1U);
  EXPECT_EQ(parser::to_text(suite.errors[0]),
            "x.spl:3:1: error: there are more than 2 formulas; evaluate some "
            "of the files at a time\n"
            "3 | a(3) < b(3)\n"
            "  | ^\n");
}

TEST(Suite, HasALimitOfRevisions) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "a@v" + std::to_string(i) + " < 1 s\n";
  EXPECT_EQ(revisions_of({file(text)}, {}).named.size(), 1000U);
  try {
    (void)revisions_of({file(text + "a@other < 1 s\n")}, {});
    ADD_FAILURE();
  } catch (const PlainError& error) {
    EXPECT_STREQ(error.what(),
                 "the formulas name more than 1000 revisions; evaluate some of "
                 "the files at a time");
  }
}

TEST(Suite, HasALimitOfVariables) {
  const auto message = [](int count) {
    std::string names = "{1}";
    std::string sum;
    for (int i = 0; i < count; ++i) {
      const std::string name = "x" + std::to_string(i);
      if (i == 0) names.clear();
      names += (i == 0 ? "" : ", ") + name + " in {1}";
      sum += (i == 0 ? "" : " + ") + name;
    }
    const Suite suite =
        suite_of({file("for " + names + ": a(1) < (" + sum + ") * b(1)")});
    return suite.errors.empty() ? "" : suite.errors[0].message;
  };
  EXPECT_EQ(message(100), "");
  EXPECT_EQ(message(101), "this formula has more than 100 variables; split it");
}

TEST(Suite, TellsWhereFormulasStandAndWhatTheySay) {
  const Suite suite =
      suite_of({file("# note\nfor i in 1, 2:\n  a(i)   < b(i)")});
  ASSERT_EQ(suite.formulas.size(), 1U);
  EXPECT_EQ(suite.formulas[0].line, 2U);
  EXPECT_EQ(suite.formulas[0].text, "for i in 1, 2: a(i) < b(i)");
  EXPECT_EQ(suite.formulas[0].relations.size(), 2U);
}

TEST(Suite, SettingsHoldFromWhereTheyStand) {
  SettingLayers layers;
  layers.base.runs = 7;
  layers.command_line = {{"alpha", "0.2"}};
  const Suite suite = suite_of(
      {file("a(1) < b(1)\nset runs = 20; set alpha = 0.1\na(1) < b(1)")},
      layers);
  ASSERT_EQ(suite.formulas.size(), 2U);
  EXPECT_EQ(suite.formulas[0].settings.runs, 7U);
  EXPECT_EQ(suite.formulas[1].settings.runs, 20U);
  EXPECT_EQ(suite.formulas[0].settings.deciding.alpha, 0.2);
  EXPECT_EQ(suite.formulas[1].settings.deciding.alpha, 0.2);
}

std::string errors_of(const std::string& text) {
  std::string result;
  for (const parser::Diagnostic& error : suite_of({file(text)}).errors) {
    result += parser::to_text(error);
  }
  return result;
}

TEST(Suite, RefusesSettingsWithTheirPlace) {
  EXPECT_EQ(errors_of("set runs = 1\na(1) < b(1)"),
            "x.spl:1:12: error: runs takes a whole number of at least 2 (one "
            "run says nothing about how runs differ), not \"1\"\n"
            "1 | set runs = 1\n"
            "  |            ^\n");
  EXPECT_EQ(errors_of("set alhpa = 0.1\na(1) < b(1)"),
            "x.spl:1:5: error: there is no setting \"alhpa\"; did you mean "
            "\"alpha\"?\n"
            "1 | set alhpa = 0.1\n"
            "  |     ^\n");
  EXPECT_EQ(
      errors_of("set output = x\na(1) < b(1)"),
      "x.spl:1:5: error: \"output\" cannot be set in formulas; give --output "
      "to spl-run\n"
      "1 | set output = x\n"
      "  |     ^\n");
}

TEST(Suite, ReportsAllMistakesOfAllTextsInOrder) {
  const Suite suite = suite_of(
      {file("a(1) <\n\nx(1) < b(1)\nset runs = 1"),
       {"<formula 1>", "c(n) < a(1)", FormulaText::Origin::kOption, 1}});
  std::vector<std::string> places;
  for (const parser::Diagnostic& error : suite.errors) {
    places.push_back(error.file + ":" + std::to_string(error.line) + ":" +
                     std::to_string(error.column));
  }
  EXPECT_THAT(places,
              ElementsAre("x.spl:3:1", "x.spl:4:12", "<formula 1>:1:3"));
}

TEST(Suite, WarnsOfFormulasWithNothingToMeasure) {
  const Suite suite = suite_of({file("for i in 1: i > 1 => a(i) < b(i)")});
  EXPECT_THAT(
      to_texts(suite.warnings),
      ElementsAre(
          "x.spl:1: line1 needs no measurement: it compares constants only"));
}

FormulaText cpp(const std::string& content) {
  return {"x.cpp", content, FormulaText::Origin::kCpp, 0};
}

TEST(Suite, ReadsFormulasInCpp) {
  const Suite suite = suite_of(
      {cpp("[[spl::expects(\"THIS(n) <= b(n)\")]]\nint a(int);\n"
           "SPL_EXPECTS(\"set runs = 20; k = 2; a(1) <= k * b(1)\" \"\\n;\"\n"
           "  \"named: a(1)   <= b(1)\")\n"
           "SPL_EXPECTS(\"k = 3; a(1) <= b(k)\") int f();\n"
           "TEST(X, Y) { SPL_ASSERT(\"a <= b(1)\"); }")});
  ASSERT_EQ(suite.errors.size(), 1U);
  EXPECT_EQ(to_text(suite.errors[0]),
            "x.cpp:6:26: error: workload \"a\" takes 1 argument, not 0\n"
            "6 | TEST(X, Y) { SPL_ASSERT(\"a <= b(1)\"); }\n"
            "  |                          ^\n");
  EXPECT_THAT(labels(suite),
              ElementsAre("line1", "line3", "named", "line5", "line6"));
  EXPECT_EQ(suite.formulas[0].text, "a(n) <= b(n)");
  EXPECT_EQ(suite.formulas[0].written, "THIS(n) <= b(n)");
  EXPECT_EQ(suite.formulas[2].text, "a(1) <= b(1)");
  EXPECT_EQ(suite.formulas[2].written, "");
  EXPECT_EQ(suite.formulas[2].line, 4U);
  EXPECT_EQ(suite.formulas[2].settings.runs, 20U);
  EXPECT_FALSE(suite.formulas[3].settings.runs);
}

TEST(Suite, PlacesMistakesInCpp) {
  const Suite suite = suite_of(
      {cpp("SPL_EXPECTS(\"x: THIS(1) <= \"\n    \"\\x62 (1)\")\nint a(int);\n"
           "SPL_EXPECTS(\"x: zebra(1) <= b(1); set rnus = 2; a(1) <= b(1)\")\n"
           "SPL_EXPECTS(\"x: a(1) <= b(1)\")\nint g();\n"
           "SPL_EXPECTS(\"x: THIS(1) <= b(1)\")\nint g();\n"
           "[[spl::expect(\"\")]] int h();\n")});
  std::string errors;
  for (const auto& error : suite.errors) errors += to_text(error);
  EXPECT_EQ(
      errors,
      "x.cpp:2:11: error: expected an operator or the end of the statement "
      "after \"b\", found \"(\"; [...], @... and (...) follow a method without "
      "white space\n"
      "2 |     \"\\x62 (1)\")\n"
      "  |           ^\n"
      "x.cpp:4:17: error: there is no method or workload \"zebra\"; there are "
      "only \"a\", \"b\", \"c\"; a workload in a library needs CMake's "
      "spl_workloads(LIBRARY)\n"
      "4 | SPL_EXPECTS(\"x: zebra(1) <= b(1); set rnus = 2; a(1) <= b(1)\")\n"
      "  |                 ^\n"
      "x.cpp:4:39: error: there is no setting \"rnus\"; did you mean "
      "\"runs\"?\n"
      "4 | SPL_EXPECTS(\"x: zebra(1) <= b(1); set rnus = 2; a(1) <= b(1)\")\n"
      "  |                                       ^\n"
      "x.cpp:5:14: error: the label \"x\" is used twice; labels are unique in "
      "a file\n"
      "5 | SPL_EXPECTS(\"x: a(1) <= b(1)\")\n"
      "  |              ^\n"
      "x.cpp:7:14: error: the label \"x\" is used twice; labels are unique in "
      "a file\n"
      "7 | SPL_EXPECTS(\"x: THIS(1) <= b(1)\")\n"
      "  |              ^\n"
      "x.cpp:7:17: error: THIS is \"g\", but no program has a method of that "
      "name; register it with SPL_METHOD or SPL_WORKLOAD\n"
      "7 | SPL_EXPECTS(\"x: THIS(1) <= b(1)\")\n"
      "  |                 ^\n"
      "x.cpp:9:3: error: there is no attribute \"spl::expect\"; did you mean "
      "\"spl::expects\"?\n"
      "9 | [[spl::expect(\"\")]] int h();\n"
      "  |   ^\n");
}

/// The suite of C++ sources a.hpp, b.hpp.
std::string errors_in(const std::string& first,
                      const std::string& second = "") {
  std::string errors;
  for (const parser::Diagnostic& error :
       suite_of({{"a.hpp", first, FormulaText::Origin::kCpp, 0},
                 {"b.hpp", second, FormulaText::Origin::kCpp, 0}})
           .errors) {
    errors += parser::to_text(error);
  }
  return errors;
}

// Whoever reads "2 hold" takes both functions for measured.
TEST(Suite, RefusesTHISOfSeveralFunctions) {
  EXPECT_EQ(
      errors_in("SPL_EXPECTS(\"THIS(1) < 5 us\")\nint a(int key);\n"
                "SPL_EXPECTS(\"THIS(2) < 5 us\")\nint a(long);\n"),
      "a.hpp:3:14: error: THIS is \"a\" here and at a.hpp:1, but a(long) and "
      "a(int) are different functions; name a workload of its own for each "
      "instead, such as \"a(long)\", which SPL_METHOD(\"a(long)\", ...) "
      "registers\n"
      "3 | SPL_EXPECTS(\"THIS(2) < 5 us\")\n"
      "  |              ^\n");
  EXPECT_EQ(
      errors_in("SPL_EXPECTS(\"THIS(1) < 5 us\")\nint a(int);\n",
                "SPL_EXPECTS(\"b(1) < THIS(1)\")\n"
                "template <class T> int a(T);\n"),
      "b.hpp:1:21: error: THIS is \"a\" here and at a.hpp:1, but a(T) and "
      "a(int) are different functions; name a workload of its own for each "
      "instead, such as \"a(T)\", which SPL_METHOD(\"a(T)\", ...) "
      "registers\n"
      "1 | SPL_EXPECTS(\"b(1) < THIS(1)\")\n"
      "  |                     ^\n");
}

TEST(Suite, TakesSeveralFormulasOfOneFunction) {
  EXPECT_EQ(errors_in("SPL_EXPECTS(\"THIS(1) < 5 us\")\nint a(int key = 3);",
                      "SPL_EXPECTS(\"THIS(2) < 5 us\")\nint a(int) {}"),
            "");
  EXPECT_EQ(errors_in("SPL_EXPECTS(\"THIS(1) < 5 us\")\nint a(int);\n"
                      "SPL_EXPECTS(\"THIS(2) < 5 us\")\nint b(long);"
                      "SPL_EXPECTS(\"b(2) < 5 us\")\nint a(long);"),
            "");
}

}  // namespace
}  // namespace spl::runner
