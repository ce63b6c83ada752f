#include "runner/reports/format_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string xml(const Report& report) { return *junit_report(report); }

TEST(JunitReport, HasTheEndOfEachVerdict) {
  EXPECT_THAT(xml(report_of("sort", logic::Verdict::kHolds)),
              Not(HasSubstr("</failure>")));
  EXPECT_THAT(xml(report_of("sort", logic::Verdict::kViolated)),
              HasSubstr("</failure>"));
  EXPECT_THAT(xml(report_of("sort", logic::Verdict::kError)),
              HasSubstr("</error>"));
  Report report = report_of("sort", logic::Verdict::kUndecided);
  EXPECT_THAT(xml(report), HasSubstr("failures=\"1\""));
  report.settings.undecided = Undecided::kSkip;
  EXPECT_THAT(xml(report), HasSubstr("skipped=\"1\""));
  EXPECT_THAT(xml(report), HasSubstr("result=\"skipped\""));
  report.settings.undecided = Undecided::kPass;
  EXPECT_THAT(xml(report), HasSubstr("failures=\"0\""));
  EXPECT_THAT(xml(report), Not(HasSubstr("</skipped>")));
}

TEST(JunitReport, CountsWhatHoldsWeakly) {
  Report report = report_of("sort", logic::Verdict::kHolds);
  EXPECT_THAT(xml(report), Not(HasSubstr("weak")));
  only_formula(report).is_weak = true;
  EXPECT_THAT(xml(report), HasSubstr("failures=\"0\""));
  EXPECT_THAT(xml(report), HasSubstr("    <properties>\n"
                                     "      <property name=\"hold weakly\" "
                                     "value=\"1\"/>\n"
                                     "    </properties>\n"));
  EXPECT_THAT(xml(report),
              HasSubstr("<property name=\"verdict\" value=\"holds, weak\"/>"));
}

TEST(JunitReport, EscapesTextsOfUsers) {
  Report report =
      report_of("a<b>&\"'\x01\xff\xef\xbf\xbf\n\t", logic::Verdict::kViolated);
  only_formula(report).text = "f(\"]]>\x1b\") <= g";
  const std::string text = xml(report);
  EXPECT_THAT(text, HasSubstr("name=\"a&lt;b&gt;&amp;&quot;&apos;\\u{1}\\x{ff}"
                              "\\u{ffff}&#x0A;&#x09;\""));
  EXPECT_THAT(text, HasSubstr("f(\"]]]]><![CDATA[>\\u{1b}\") <= g"));
}

TEST(JunitReport, HasTheBlockOfWhatFails) {
  Report report = report_of("line7", logic::Verdict::kViolated);
  only_formula(report).label_is_made = true;
  only_formula(report).command = "spl-run -v sort.spl:7";
  const std::string text = xml(report);
  EXPECT_THAT(text, HasSubstr("<testcase name=\"f(1) &lt;= g(1)\""));
  EXPECT_THAT(text,
              HasSubstr("type=\"violated\"><![CDATA[sort.spl:7: violated: "
                        "f(1) <= g(1)\n"));
  EXPECT_THAT(text, HasSubstr("rerun: spl-run -v sort.spl:7\n"));
}

// Formulas that share blocks have their time together.
TEST(JunitReport, SharesTheTimeOfTheWhole) {
  Report report = report_of("sort", logic::Verdict::kHolds);
  only_formula(report).seconds = 9;
  auto& formulas = formulas_in(report);
  formulas.push_back(formulas.front());
  formulas.back().seconds = 3;
  report.seconds = 6;
  const std::string text = xml(report);
  EXPECT_THAT(text, HasSubstr("time=\"4.500\""));
  EXPECT_THAT(text, HasSubstr("time=\"1.500\""));
  EXPECT_THAT(text, HasSubstr("<testsuites tests=\"2\" failures=\"0\" "
                              "disabled=\"0\" errors=\"0\" time=\"6.000\""));
}

TEST(JunitReport, IsAbsentWithoutFormulasAndMistakes) {
  EXPECT_EQ(junit_report({}), std::nullopt);
}

TEST(JunitReport, DiffersFromThatOfGoogleTest) {
  EXPECT_TRUE(is_junit_report(xml(report_of("sort", logic::Verdict::kHolds))));
  EXPECT_FALSE(is_junit_report(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"1\" "
      "name=\"AllTests\">\n  <testsuite name=\"spl-run\">"));
}

}  // namespace
}  // namespace spl::runner
