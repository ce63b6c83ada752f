// Whole pages without their style and script, compared with the files in
// tests/runner/data.

#include "runner/reports/format_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/commands/bisect/bisection_report.hpp"
#include "runner/commands/guard/guard.hpp"
#include "runner/commands/rank/ranking.hpp"
#include "runner/commands/times/times.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/reports/means_world.hpp"
#include "tests/runner/sample_report.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Leaves out the content of the element.
void empty(const std::string& tag, std::string& page) {
  const std::size_t begin = page.find('<' + tag + '>') + tag.size() + 2;
  const std::size_t end = page.find("</" + tag + '>', begin);
  page.replace(begin, end - begin, "...");
}

/// Leaves out the hashes of style and script, which change with them.
void hide_hashes(std::string& page) {
  constexpr std::size_t kDigits = 44;
  for (std::size_t at = page.find("'sha256-"); at != std::string::npos;
       at = page.find("'sha256-", at + 1)) {
    page.replace(at, 8 + kDigits, "'sha256-...");
  }
}

std::string page_of(std::vector<std::string> arguments,
                    SampleWorld world = SampleWorld(means({{"a(1)", 100},
                                                           {"a(2)", 200},
                                                           {"b(1)", 110},
                                                           {"b(2)", 230},
                                                           {"c", 100}}))) {
  arguments.insert(arguments.end(), {"-p", "sample", "-o", "html:-"});
  (void)world.run(arguments);
  std::string page = world.out;
  EXPECT_THAT(page, StartsWith(kHtmlBeginning));
  empty("style", page);
  empty("script", page);
  hide_hashes(page);
  return page;
}

TEST(HtmlReport, IsAsOnFile) {
  expect_file("report.html",
              page_of({"-e", "a(n) < b(n)", "-e", "a(1) <= c(1) or a(2) > b(2)",
                       "-e", "a(1) > b(1)", "-e", "a(1) < c(1)", "-e",
                       "a(1) <= a(1)", "-e", "a(1) <= a(3)"}));
}

TEST(HtmlReport, IsAsOnFileOfTypicalAndAllCalls) {
  SampleWorld world(means({{"a", 100}, {"b", 95}}));
  world.decides_by_typical_calls = false;
  world.environment = {{"SPL_OBSERVATIONS", "50"}};
  expect_file(
      "parts.html",
      page_of({"-e", "a(1) <= b(1)", "-e", "b(1) <= a(1)"}, std::move(world)));
}

TEST(HtmlReport, IsAsOnFileOfTimes) {
  expect_file("times.html", page_of({"times"}));
}

TEST(HtmlReport, HoldsErrors) {
  const std::string page = page_of({"-e", "a(1) < <b>(1)"});
  EXPECT_THAT(page, HasSubstr("<h1>An error</h1>"));
  EXPECT_THAT(page, HasSubstr("<li>&lt;formula 1&gt;:1:8: expected"));
}

logic::Performance search_in(const std::string& list, int size) {
  logic::Performance result;
  result.method = list + "List.contains";
  result.generator = "randomSearch";
  result.factory = "factory" + list + "List";
  result.arguments = {static_cast<double>(size)};
  return result;
}

PerformanceReport measured(const logic::Performance& performance) {
  PerformanceReport result;
  result.performance = performance;
  for (int run = 0; run < 40; ++run) {
    std::vector<double> observations;
    for (int i = 0; i < 20; ++i) {
      observations.push_back(6231.5 + 7 * (run * 5 % 11) + i * i % 13);
    }
    result.measured.observations.emplace_back(std::move(observations));
  }
  return result;
}

/// A proof by 40 blocks that a list is slower than another.
FormulaReport proven(int size) {
  RelationReport relation;
  const std::string argument = '(' + std::to_string(size) + ')';
  relation.text = "linkedlist" + argument + " > arraylist" + argument;
  relation.sign = logic::Sign::kGreater;
  relation.performances = {search_in("Array", size), search_in("Linked", size)};
  relation.decision.verdict = logic::Verdict::kHolds;
  relation.decision.strength = logic::Strength::kProven;
  relation.decision.decided_by = logic::Interpretation::kBlocks;
  relation.decision.ratio = {1.322, 1.305, 1.336, {}};
  relation.parts.emplace();
  relation.parts->finding = logic::Finding::kGreater;
  relation.parts->mean = 1.324;
  relation.parts->lower = 1.312;
  relation.parts->upper = 1.335;
  relation.parts->units = 40;
  relation.parts->unseen = {18, 1030147};
  relation.followed = {75000, 0.0012};
  relation.stopped = Stop::kDecided;
  relation.blocks = 40;
  FormulaReport result;
  result.label = "line" + std::to_string(size);
  result.file = "examples/collections/collections.spl";
  result.line = static_cast<std::size_t>(size);
  result.verdict = logic::Verdict::kHolds;
  result.relations = {std::move(relation)};
  return result;
}

TEST(HtmlReport, IsSmallWithAThousandRelations) {
  Report report;
  std::vector<FormulaReport> formulas;
  for (int size = 1000; size < 2000; ++size) {
    formulas.push_back(proven(size));
    report.performances.push_back(measured(search_in("Array", size)));
    report.performances.push_back(measured(search_in("Linked", size)));
  }
  report.outcome = outcome_of(std::move(formulas));
  const std::string page = html_report(report);
  EXPECT_THAT(page, HasSubstr("<h1>All 1000 formulas hold</h1>"));
  EXPECT_LT(page.size(), 1'000'000);
}

TEST(HtmlReport, HasPagesOfSomeOutcomes) {
  const auto is_page = [](std::shared_ptr<const Outcome> outcome) {
    Report report;
    report.outcome = std::move(outcome);
    return has_page(report);
  };
  EXPECT_TRUE(is_page(nullptr));
  EXPECT_TRUE(is_page(outcome_of({})));
  EXPECT_TRUE(is_page(std::make_shared<Guard>()));
  EXPECT_TRUE(is_page(std::make_shared<Times>()));
  EXPECT_FALSE(is_page(std::make_shared<Ranking>()));
  EXPECT_FALSE(is_page(std::make_shared<BisectionReport>()));
}

}  // namespace
}  // namespace spl::runner
