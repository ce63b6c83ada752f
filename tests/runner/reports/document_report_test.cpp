#include "runner/reports/format_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report documented(const std::string& function, logic::Verdict verdict) {
  Report report = report_of("sort", verdict);
  RelationReport& relation = only_formula(report).relations.front();
  relation.decision.strength = logic::Strength::kProven;
  relation.decision.ratio.estimate = 0.5;
  relation.decision.ratio.lower = 0.49;
  relation.decision.ratio.upper = 0.51;
  report.functions[{"sort.spl", 7}] = function;
  return report;
}

TEST(DocumentReport, HasAnEntryForEachFunction) {
  const std::string page =
      *document_report(documented("lib::sort", logic::Verdict::kHolds));
  EXPECT_EQ(page.substr(page.find("## ")),
            "## `lib::sort`\n\n`sort.spl`:7. Measured on `host`, 2 processors, "
            "2026-01-02T03:04:05Z.\n\n`f(1) <= g(1)`: **holds**\n\n| relation "
            "| strength | ratio | interval |\n|---|---|---|---|\n| `f(1) <= "
            "g(1)` | proven | 0.5 | 0.49 .. 0.51 |\n");
  EXPECT_TRUE(is_document_report(page));
}

TEST(DocumentReport, LeavesOutFormulasOfNoFunction) {
  EXPECT_THAT(*document_report(report_of("sort", logic::Verdict::kHolds)),
              HasSubstr("No formula documents a function."));
  EXPECT_EQ(document_report({}), std::nullopt);
}

TEST(DocumentReport, KeepsEntriesOfOtherFunctions) {
  const std::string one =
      *document_report(documented("a", logic::Verdict::kHolds));
  const std::string two =
      *document_report(documented("b", logic::Verdict::kHolds));
  const std::string both = united_documents(two, one);
  EXPECT_LT(both.find("## `a`"), both.find("## `b`"));
  EXPECT_TRUE(is_document_report(both));
  const std::string again = united_documents(
      both, *document_report(documented("b", logic::Verdict::kViolated)));
  EXPECT_THAT(again, HasSubstr("**holds**"));
  EXPECT_THAT(again.substr(again.find("## `b`")), HasSubstr("**violated**"));
  EXPECT_THAT(again.substr(again.find("## `b`")), Not(HasSubstr("**holds**")));
  EXPECT_EQ(united_documents(again, again), again);
}

TEST(DocumentReport, KeepsEntriesIfNothingIsDocumentedNow) {
  const std::string one =
      *document_report(documented("a", logic::Verdict::kHolds));
  const std::string none =
      *document_report(report_of("sort", logic::Verdict::kHolds));
  EXPECT_EQ(united_documents(one, none), one);
  EXPECT_EQ(united_documents(none, one), one);
}

}  // namespace
}  // namespace spl::runner
