#include "runner/findings/run_warnings.hpp"
#include "tests/runner/sample_report.hpp"

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
  report.outcome = outcome_of({formula});
  return report;
}

TEST(RunWarnings, TellOfAlikeNeighboursWhereWelchDecides) {
  EXPECT_THAT(
      to_texts(measurement_warnings(nullptr, report_of(kSort)).warnings),
      ElementsAre("sort(1): neighbouring observations of a run are alike "
                  "(correlation 0.81), but welch takes all for independent and "
                  "finds differences too often: let blocks decide"));
}

/// All alike, and so many of its hundred observations disturbed.
PerformanceReport disturbed(const logic::Performance& performance,
                            const workload::DisturbedCounts& counts) {
  PerformanceReport one;
  one.performance = performance;
  one.measured.records.resize(1);
  one.measured.records[0].disturbed = counts;
  one.measured.observations = {std::vector<double>(100, 7.0)};
  return one;
}

std::vector<std::string> warnings(
    const std::vector<PerformanceReport>& performances) {
  Report report;
  report.performances = performances;
  return to_texts(measurement_warnings(nullptr, report).warnings);
}

TEST(RunWarnings, NameWhatIsDisturbedAmongMuchThatIsNot) {
  std::vector<PerformanceReport> all(40, disturbed(kOther, {}));
  all.push_back(disturbed(kSort, {100}));
  EXPECT_THAT(
      warnings(all),
      ElementsAre("sort(1): for every 100 observations 100 were preempted or "
                  "moved to another processor; they are counted without the "
                  "time that other processes took where that is known, and an "
                  "idle machine would answer sooner"));
}

TEST(RunWarnings, SayWhereTheTimeOfOthersCounts) {
  const std::string all = ", and count with all of their time";
  EXPECT_THAT(
      warnings({disturbed(kSort, {0, 2, 2, 0})}),
      ElementsAre("2 observations of sort(1) were preempted while other "
                  "threads of their process ran" +
                  all + ": how much of that other programs got is not known"));
  EXPECT_THAT(
      warnings({disturbed(kSort, {3, 1, 0, 1}), disturbed(kOther, {}),
                disturbed(kOther, {0, 1, 0, 1})}),
      ElementsAre(
          "2 observations of sort(1) and other::sort(1) were preempted" + all +
          ": this kernel does not tell how much of that other programs got"));
}

TEST(RunWarnings, DoNotTakeAnotherPerformanceForIt) {
  EXPECT_THAT(
      to_texts(measurement_warnings(nullptr, report_of(kOther)).warnings),
      IsEmpty());
}

/// A report of sort(1), a tenth of whose observations are slow and disturbed,
/// and of a relation about it.
Report report_with(const RelationReport& about) {
  PerformanceReport one = disturbed(kSort, {30});
  std::vector<double> run(100, 7.0);
  for (std::size_t i = 0; i < 10; ++i) run[i * 9] = 70;
  one.measured.observations = {run};
  RelationReport relation = about;
  relation.performances = {kSort};
  FormulaReport formula;
  formula.relations = {relation};
  Report report;
  report.performances = {one};
  report.outcome = outcome_of({formula});
  return report;
}

RelationReport decided(double lower, double upper) {
  RelationReport relation;
  relation.stopped = Stop::kDecided;
  relation.decision.ratio.lower = lower;
  relation.decision.ratio.upper = upper;
  return relation;
}

// A row of an open relation has its reason.
TEST(RunWarnings, SayOnceThatCallsAreNotSettled) {
  RelationReport relation;
  relation.text = "sort(1) < 1 s";
  relation.unsettled = "calls of sort(1) go on getting faster";
  const auto told = [&] {
    FormulaReport formula;
    formula.relations = {relation};
    Report report;
    report.outcome = outcome_of({formula});
    return to_texts(measurement_warnings(nullptr, report).warnings);
  };
  EXPECT_THAT(told(), ElementsAre("sort(1) < 1 s: calls of sort(1) go on "
                                  "getting faster"));
  relation.decision.reason = relation.unsettled;
  EXPECT_THAT(told(), IsEmpty());
}

TEST(RunWarnings, AreMinorIfNoVerdictDependsOnThem) {
  const auto counts = [](const RelationReport& relation) {
    const MeasurementWarnings all =
        measurement_warnings(nullptr, report_with(relation));
    return std::pair(all.warnings.size(), all.minor.size());
  };
  EXPECT_EQ(counts(decided(1.5, 1.6)), std::pair(0UL, 2UL));
  EXPECT_EQ(counts(decided(0.5, 0.6)), std::pair(0UL, 2UL));
  EXPECT_EQ(counts(decided(1.03, 1.6)), std::pair(1UL, 1UL));
  RelationReport ruled_out = decided(0.99, 1.01);
  ruled_out.stopped = Stop::kResolution;
  EXPECT_EQ(counts(ruled_out), std::pair(0UL, 2UL));
  ruled_out.stopped = Stop::kBudget;
  EXPECT_EQ(counts(ruled_out), std::pair(1UL, 1UL));
  // Its formula was decided without it.
  ruled_out.stopped = Stop::kFormula;
  EXPECT_EQ(counts(ruled_out), std::pair(0UL, 2UL));
}

// 10 ms are usual; where more were made, these are not enough.
TEST(RunWarnings, NameALongerWarmUpThanTheOneThatWasMade) {
  Report report;
  PerformanceReport falling;
  falling.performance.method = "f";
  for (int run = 0; run < 12; ++run) {
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) times.push_back(200 - i);
    falling.measured.observations.emplace_back(std::move(times));
    falling.measured.records.emplace_back();
  }
  report.performances = {falling};
  const auto text = [&] {
    const Warnings all = measurement_warnings(nullptr, report).warnings;
    return all.empty() ? std::string() : to_text(all.front());
  };
  EXPECT_EQ(text(),
            "f: times drift within 12 of 12 runs, as if it was not warm yet; "
            "-s warmup=10ms warms it up for longer");
  report.settings.warmup = std::chrono::milliseconds(100);
  EXPECT_EQ(text(),
            "f: times drift within 12 of 12 runs, as if it was not warm yet; "
            "-s warmup=1000ms warms it up for longer");
  // A longer warm-up would hide what the first call used up.
  report.performances.front().metric = workload::Metric::kWall;
  for (RunRecord& one : report.performances.front().measured.records) {
    one.single = {1e6, 200, 0, 0};
  }
  EXPECT_EQ(text(),
            "f: times drift within 12 of 12 runs, as if its calls found less "
            "and less to do");
}

TEST(RunWarnings, AreAboutBusyMachinesIfTheseMatter) {
  const auto counts = [](RelationReport relation, std::size_t blocks,
                         const char* metric = "wall") {
    relation.blocks = blocks;
    Report report = report_with(relation);
    report.quantity.metric = metric;
    report.performances.clear();
    HostRecord host;
    host.facts.on_battery = true;
    report.hosts = {host};
    const MeasurementWarnings all = measurement_warnings(nullptr, report);
    return std::pair(all.warnings.size(), all.minor.size());
  };
  EXPECT_EQ(counts(decided(1.03, 1.6), 12), std::pair(1UL, 0UL));
  EXPECT_EQ(counts(decided(1.5, 1.6), 12), std::pair(0UL, 1UL));
  EXPECT_EQ(counts(RelationReport(), 12), std::pair(1UL, 0UL));
  EXPECT_EQ(counts(RelationReport(), 0), std::pair(0UL, 1UL));
  EXPECT_EQ(counts(decided(1.03, 1.6), 12, "valgrind-instructions"),
            std::pair(0UL, 1UL));
  RelationReport counted;
  counted.nothing_varied = true;
  EXPECT_EQ(counts(counted, 12), std::pair(0UL, 1UL));
}

}  // namespace
}  // namespace spl::runner
