#include "runner/run_warnings.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const logic::Performance kSort{"sort", "", "", "", {1.0}};
const logic::Performance kOther{"other::sort", "", "", "", {1.0}};

/// A report of sort(1), whose neighbouring observations are alike, and of a
/// relation about the other that welch decides.
Report report_of(const logic::Performance& compared) {
  PerformanceReport alike;
  alike.performance = kSort;
  std::vector<double> run;
  for (int i = 0; i < 100; ++i) run.push_back(i % 20 < 10 ? 100 : 105);
  alike.measured.observations = {run, run};
  RelationReport relation;
  relation.text = to_text(compared) + " < 1 s";
  relation.performances = {compared};
  FormulaReport formula;
  formula.deciding.interpretation = logic::Interpretation::kWelch;
  formula.relations = {relation};
  Report report;
  report.performances = {alike};
  report.formulas = {formula};
  return report;
}

TEST(RunWarnings, TellOfAlikeNeighboursWhereWelchDecides) {
  Report report = report_of(kSort);
  warn_of_measurements(nullptr, report);
  EXPECT_THAT(
      report.warnings,
      ElementsAre("sort(1): neighbouring observations of a run are alike "
                  "(correlation 0.81), but welch takes all for independent and "
                  "finds differences too often: let blocks decide"));
}

/// All alike, and so many of its hundred observations disturbed.
PerformanceReport disturbed(const logic::Performance& performance,
                            std::uint64_t count) {
  PerformanceReport one;
  one.performance = performance;
  one.measured.records.resize(1);
  one.measured.records[0].disturbed = count;
  one.measured.observations = {std::vector<double>(100, 7.0)};
  return one;
}

TEST(RunWarnings, NameWhatIsDisturbedAmongMuchThatIsNot) {
  Report report;
  report.performances.assign(40, disturbed(kOther, 0));
  report.performances.push_back(disturbed(kSort, 100));
  warn_of_measurements(nullptr, report);
  EXPECT_THAT(
      report.warnings,
      ElementsAre("sort(1): for every 100 observations 100 were preempted or "
                  "moved to another processor; they are measured again where "
                  "possible, but fewer other programs would give a quicker "
                  "answer"));
}

TEST(RunWarnings, DoNotTakeAnotherPerformanceForIt) {
  Report report = report_of(kOther);
  warn_of_measurements(nullptr, report);
  EXPECT_THAT(report.warnings, IsEmpty());
}

}  // namespace
}  // namespace spl::runner
