#include "runner/reports/format_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/commands/times/times.hpp"
#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string markdown(const Report& report) { return *markdown_report(report); }

TEST(MarkdownReport, BeginsWithTheResultAndTheCommand) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  report.command = "spl-run -s seed=42 sort.spl";
  const std::string text = markdown(report);
  EXPECT_THAT(text, StartsWith("## spl-run: 1 violated\n\n```text\nsort.spl:7: "
                               "violated: sort: f(1) <= g(1)\n"));
  EXPECT_THAT(text, HasSubstr("\nRepeat it:\n\n```sh\nspl-run -s seed=42 "
                              "sort.spl\n```\n"));
}

TEST(MarkdownReport, KeepsTextsOfUsersInTheirBlock) {
  Report report = report_of("a|b`c", logic::Verdict::kViolated);
  only_formula(report).text = "f(\"```\") <= g";
  only_formula(report).relations.front().decision.reason = "said\n```\n# @you";
  EXPECT_THAT(markdown(report), HasSubstr("\n````text\nsort.spl:7: violated: "
                                          "a|b`c: f(\"```\") <= g\n"));
}

TEST(MarkdownReport, FitsIntoAComment) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  auto& formulas = formulas_in(report);
  formulas.resize(5000, formulas.front());
  const std::string text = markdown(report);
  EXPECT_LT(text.size(), 65536U);
  EXPECT_THAT(text, HasSubstr("\n4900 more are in the log.\n"));
}

TEST(MarkdownReport, IsATableOfTimes) {
  Report report;
  report.outcome = std::make_shared<Times>();
  EXPECT_THAT(markdown(report), StartsWith(kMarkdownHeading));
  EXPECT_EQ(markdown_report({}), std::nullopt);
}

}  // namespace
}  // namespace spl::runner
