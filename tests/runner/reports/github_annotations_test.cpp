#include "runner/reports/format_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string annotations(const Report& report) {
  return *github_annotations(report);
}

TEST(GithubAnnotations, AreAtTheFormula) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  EXPECT_EQ(annotations(report),
            "::error file=perf/sort.spl,line=7,title=violated%3A sort%3A f(1) "
            "<= g(1)::too few observations\n");
  only_formula(report).file = "/project/src/sort.hpp";
  EXPECT_THAT(annotations(report),
              StartsWith("::error file=src/sort.hpp,line=7,"));
  only_formula(report).file = "../../other/sort.hpp";
  EXPECT_THAT(annotations(report),
              StartsWith("::error file=../../other/sort.hpp,line=7,"));
  only_formula(report).file = "<formula 1>";
  EXPECT_THAT(annotations(report),
              StartsWith("::error title=violated%3A sort%3A"));
}

TEST(GithubAnnotations, AreForWhatDoesNotHold) {
  EXPECT_EQ(annotations(report_of("sort", logic::Verdict::kHolds)), "");
  Report report = report_of("sort", logic::Verdict::kUndecided);
  EXPECT_THAT(annotations(report), StartsWith("::error "));
  report.settings.undecided = Undecided::kSkip;
  EXPECT_THAT(annotations(report), StartsWith("::warning "));
}

TEST(GithubAnnotations, AreAtMistakes) {
  Report report;
  report.errors.push_back({"sort.spl", 3, 5, "expected a relation", ""});
  EXPECT_EQ(annotations(report),
            "::error file=sort.spl,line=3,col=5,title=spl-run::expected a "
            "relation\n");
}

TEST(GithubAnnotations, EscapeWhatEndsACommand) {
  Report report = report_of("100%,::a:b\r\n", logic::Verdict::kViolated);
  only_formula(report).file = "a,b:c.spl";
  const std::string text = annotations(report);
  EXPECT_THAT(text, StartsWith("::error file=perf/a%2Cb%3Ac.spl,line=7,title="
                               "violated%3A 100%25%2C%3A%3Aa%3Ab\\u{d}"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

TEST(GithubAnnotations, SayHowManyGithubWouldNotShow) {
  Report report = report_of("sort", logic::Verdict::kViolated);
  auto& formulas = formulas_in(report);
  formulas.resize(10, formulas.front());
  std::string text = annotations(report);
  EXPECT_EQ(std::ranges::count(text, '\n'), 10);
  EXPECT_EQ(text.find("more"), std::string::npos);
  formulas.resize(30, formulas.front());
  text = annotations(report);
  EXPECT_EQ(std::ranges::count(text, '\n'), 10);
  EXPECT_THAT(text, HasSubstr("::error title=spl-run::21 more, which GitHub "
                              "would not show"));
}

}  // namespace
}  // namespace spl::runner
