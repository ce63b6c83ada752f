// The report in the columns of a terminal, and in the sentences of a log,
// compared with files in tests/runner/data.
#include <gtest/gtest.h>

#include <sstream>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/terminal_text.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using logic::Sign;
using logic::Strength;

/// What a relation shows: its ratio is that of the sides.
struct Shown {
  std::string left;
  Sign sign = Sign::kLessEqual;
  std::string right;
  double left_ns = 0;
  double right_ns = 0;
  double half_width = 0.02;
  Strength strength = Strength::kProven;
  Stop stopped = Stop::kDecided;
  std::size_t blocks = 12;
};

RelationReport relation_of(const Shown& shown) {
  RelationReport one;
  one.text =
      shown.left + ' ' + std::string(to_text(shown.sign)) + ' ' + shown.right;
  one.id = one.text;
  one.sign = shown.sign;
  const double factor = std::max(1.0, std::atof(shown.right.c_str()));
  one.sides = {{shown.left,
                shown.left_ns,
                shown.left_ns,
                {{1, shown.left_ns, shown.left_ns}}},
               {shown.right,
                shown.right_ns,
                shown.right_ns,
                {{factor, shown.right_ns / factor, shown.right_ns / factor}}}};
  one.stopped = shown.stopped;
  one.blocks = shown.blocks;
  one.resolution = 0.02;
  one.alpha = 0.005;  // In its family.
  one.followed = {75000, 1.21e-3};
  logic::Decision& decision = one.decision;
  decision.strength = shown.strength;
  decision.verdict = logic::verdict(shown.strength);
  decision.decided_by = logic::Interpretation::kBlocks;
  decision.alpha = 0.0012;
  const double ratio = shown.left_ns / shown.right_ns;
  decision.ratio.estimate = ratio;
  decision.ratio.lower = ratio * (1 - shown.half_width);
  decision.ratio.upper = ratio * (1 + shown.half_width);
  statistics::TestResult test;
  test.finding = logic::Finding::kIndistinct;
  decision.interpretations = {{logic::Interpretation::kBlocks, test}};
  logic::PartsDecision parts;
  const bool is_found = shown.stopped == Stop::kDecided;
  parts.finding = !is_found   ? logic::Finding::kIndistinct
                  : ratio > 1 ? logic::Finding::kGreater
                              : logic::Finding::kLess;
  decision.finding = parts.finding;
  parts.found_by = statistics::Part::kTypicalCalls;
  parts.units = shown.blocks;
  parts.calls = 50 * shown.blocks;
  parts.mean = ratio;
  parts.lower = ratio * (1 - 2 * shown.half_width);
  parts.upper = ratio * (1 + 2 * shown.half_width);
  parts.resolutions = {0.02, 0.05};
  parts.unseen = {static_cast<double>(shown.blocks) / 2.3,
                  43.0 * static_cast<double>(shown.blocks)};
  parts.strength = shown.strength;
  parts.rules_out_change = shown.stopped == Stop::kResolution;
  parts.findings.no_typical_increase = parts.rules_out_change;
  parts.findings.no_mean_increase = parts.rules_out_change;
  one.parts = parts;
  return one;
}

FormulaReport formula_of(const std::string& label, std::size_t line,
                         std::vector<RelationReport> relations,
                         logic::Verdict verdict) {
  FormulaReport formula;
  formula.label = label;
  formula.file = "perf/collections.spl";
  formula.line = line;
  formula.text = label;
  formula.deciding.shares.emplace();
  formula.relations = std::move(relations);
  formula.verdict = verdict;
  return formula;
}

FormulaReport green() {
  return formula_of(
      "lists", 5,
      {relation_of({"linkedlist(10)", Sign::kGreater, "arraylist(10)", 4.21,
                    3.18, 0.01, Strength::kProven, Stop::kDecided, 40}),
       relation_of({"linkedlist(1000)", Sign::kGreater, "arraylist(1000)", 1234,
                    243.8, 0.03}),
       relation_of({"json_parse(100)", Sign::kLessEqual, "12 * json_parse(10)",
                    11980, 12000, 0.004, Strength::kNotRefuted,
                    Stop::kResolution, 27})},
      logic::Verdict::kHolds);
}

FormulaReport red() {
  RelationReport slower =
      relation_of({"parse(1000)", Sign::kLessEqual, "parse@baseline(1000)",
                   1183.4, 1000, 0.01, Strength::kRefuted});
  slower.loosened = "parse(1000) <= 1.21 * parse@baseline(1000)";
  RelationReport unneeded =
      relation_of({"parse(10)", Sign::kLessEqual, "parse@baseline(10)", 95, 94,
                   0.03, Strength::kUndecided, Stop::kFormula, 12});
  unneeded.parts.reset();
  unneeded.decision.reason = "its formula is decided without it";
  unneeded.decision.interpretations[0].second.p_greater = 0.0003;
  unneeded.decision.interpretations[0].second.p_less = 0.9997;
  FormulaReport formula =
      formula_of("guard", 11, {slower, unneeded}, logic::Verdict::kViolated);
  formula.next_steps = {{NextStep::Kind::kLoosen, slower.id, slower.loosened,
                         "one other relation was not measured to its end"}};
  formula.command = "spl-run -v -f guard perf/collections.spl --budget 10s";
  return formula;
}

FormulaReport undecided() {
  RelationReport open =
      relation_of({"sort_with_a_long_name(1000)", Sign::kLess, "sort(1000)",
                   980, 1000, 0.05, Strength::kUndecided, Stop::kBudget, 30});
  FormulaReport formula =
      formula_of("sorting", 15, {open}, logic::Verdict::kUndecided);
  formula.next_steps = {{NextStep::Kind::kMeasure, open.id, "--budget 40s",
                         "about 320 more blocks"}};
  formula.command = "spl-run -v -f sorting perf/collections.spl";
  return formula;
}

Report report_of(std::vector<FormulaReport> formulas) {
  Report report;
  report.context.seed = 42;
  report.seconds = 12;
  report.performances.resize(1);
  report.outcome = outcome_of(std::move(formulas));
  return report;
}

Report with_warnings(Report report) {
  for (const char* name : {"sort(1000)", "sort(10)", "parse(1000)"}) {
    report.warnings.emplace_back(name,
                                 ": 6 % of the observations took more than 1.5 "
                                 "times the median of their run");
  }
  report.minor_warnings = {{"parse(10)", ": something"}};
  return report;
}

void expect_screens(const std::string& name, Style style) {
  std::string text;
  for (const Report& report :
       {report_of({green()}), report_of({red()}),
        with_warnings(report_of({green(), red(), undecided()}))}) {
    text += terminal_text(terminal_report(report, style)) + '\n';
  }
  if (style.form == Form::kColumns) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(columns_of(line), style.width) << line;
    }
  }
  expect_golden(std::string(SPL_TEST_DATA) + "/" + name, text);
}

TEST(Screen, Has80Columns) {
  expect_screens("screen_80.txt",
                 {Detail::kNormal, Colors::kOff, Form::kColumns, 80});
}

TEST(Screen, Has140Columns) {
  expect_screens("screen_140.txt",
                 {Detail::kNormal, Colors::kOff, Form::kColumns, 140});
}

TEST(Screen, IsALogOtherwise) { expect_screens("log.txt", {}); }

TEST(Screen, FitsAnyWidth) {
  for (std::size_t width = 70; width < 200; width += 7) {
    const Style style{Detail::kNormal, Colors::kOff, Form::kColumns, width};
    std::istringstream lines(
        terminal_report(report_of({green(), red(), undecided()}), style));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(columns_of(line), width) << line;
    }
  }
}

TEST(Screen, ShowsVerdictsInColour) {
  const std::string text = terminal_text(terminal_report(
      report_of({red()}), {Detail::kNormal, Colors::kOn, Form::kColumns}));
  EXPECT_NE(text.find("\033[31mviolated\033[0m"), std::string::npos);
  EXPECT_NE(text.find("\033[31mx\033[0m"), std::string::npos);
}

// Warnings are about what was answered.
TEST(Screen, HasWarningsAloneIfItIsQuietAndAllHolds) {
  Style style;
  style.detail = Detail::kQuiet;
  EXPECT_EQ(terminal_report(report_of({green()}), style), "");
  const std::string warnings =
      terminal_report(with_warnings(report_of({green()})), style);
  EXPECT_EQ(warnings.find("warning: "), 0U);
  EXPECT_EQ(warnings.find("holds"), std::string::npos);
  const std::string text =
      terminal_report(with_warnings(report_of({green(), red()})), style);
  EXPECT_EQ(text.find("lists"), std::string::npos);
  EXPECT_NE(text.find(warnings), std::string::npos);
  EXPECT_NE(text.find("violated: guard"), std::string::npos);
}

}  // namespace
}  // namespace spl::runner
