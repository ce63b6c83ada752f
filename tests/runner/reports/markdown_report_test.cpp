#include "runner/reports/markdown_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/reports/tables.hpp"
#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string markdown(const Report& report) { return *markdown_report(report); }

TEST(MarkdownReport, BeginsWithTheResultAndTheCommand) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  report.command = "spl-run -s seed=42 sort.spl";
  EXPECT_THAT(
      markdown(report),
      StartsWith("## spl-run: violated\n\n1 violated. Measured in 0 s "
                 "on `host`, 2026-01-02T03:04:05Z, seed 42. Ratios are "
                 "left / right.\n\nRepeat it:\n\n```sh\nspl-run -s seed="
                 "42 sort.spl\n```\n"));
}

TEST(MarkdownReport, KeepsTextsOfUsersInTheirCells) {
  Report report = report_of("a|b`c", logic::Verdict::kViolated);
  only_formula(report).relations.front().text = "f(\"|\") <= f@v1(\"`\")";
  only_formula(report).relations.front().decision.reason = "said\n| *x* | @you";
  EXPECT_THAT(markdown(report),
              HasSubstr("| **violated** | `` a\\|b`c ``<br>sort.spl:7 | "
                        "`` f(\"\\|\") <= f@v1(\"`\") `` | undecided: said "
                        "\\| \\*x\\* \\| @<!-- -->you |\n"));
}

TEST(MarkdownReport, ShowsTheFormulaIfItsRelationsSayLess) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  only_formula(report).conjunction = false;
  only_formula(report).text = "a or b";
  EXPECT_THAT(markdown(report),
              HasSubstr("| **violated** | `sort`<br>sort.spl:7 | `a or b` | "
                        "|\n| | | `f(1) <= g(1)` |"));
}

TEST(MarkdownReport, FitsIntoAComment) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  auto& formulas = std::get<Evaluation>(report.outcome).formulas;
  formulas.resize(5000, formulas.front());
  const std::string text = markdown(report);
  EXPECT_LT(text.size(), 65536U);
  EXPECT_THAT(text, HasSubstr("\n4800 more are in the log.\n"));
}

TEST(MarkdownReport, IsATableOfTimes) {
  Report report;
  report.outcome = Times{};
  EXPECT_THAT(markdown(report), StartsWith(kMarkdownHeading));
  EXPECT_EQ(markdown_report({}), std::nullopt);
}

}  // namespace
}  // namespace spl::runner
