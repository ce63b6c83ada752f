#include "runner/findings/run_warnings.hpp"

#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/ninja_log_content.hpp"
#include "tests/runner/sample_relation.hpp"
#include "tests/runner/sample_report.hpp"
#include "tests/runner/temporary_folder.hpp"

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

/// Ten runs of calls of `usual` ns, with these first and second calls.
PerformanceReport runs(double usual, double first, double second,
                       double uncertain = 0) {
  PerformanceReport report;
  report.performance = performance("a");
  report.metric = workload::Metric::kWall;
  for (int i = 0; i < 10; ++i) {
    RunRecord record;
    record.single = {first, second, usual, uncertain};
    report.measured.records.push_back(record);
    report.measured.observations.push_back({usual, usual});
  }
  return report;
}

// A vector that is sorted in place.
TEST(FirstCall, IsNamedWhereLaterOnesHaveLessToDo) {
  EXPECT_EQ(warning_of_first_call(runs(700, 63'000, 800)),
            ": the first call of a process takes 90 times as long as later "
            "ones (63 us against 700 ns), which alone count: has it used up "
            "its input? Let each call work on a copy that is made before "
            "start(), or use a generator; if the call only meets new memory, "
            "touch that before the loop");
}

// Keys that later calls find in a set.
TEST(FirstCall, IsNamedWhereItTakesMuchLonger) {
  EXPECT_TRUE(warning_of_first_call(runs(97'000, 384'000, 97'000)));
  EXPECT_TRUE(warning_of_first_call(runs(70'000, 205'000, 93'000)));
  EXPECT_FALSE(warning_of_first_call(runs(300'000, 590'000, 300'000)));
}

TEST(FirstCall, IsNotNamedWhereColdCodeExplainsIt) {
  EXPECT_FALSE(warning_of_first_call(runs(45'000, 140'000, 45'000)));
  EXPECT_FALSE(warning_of_first_call(runs(50, 15'000, 100)));
  EXPECT_FALSE(warning_of_first_call(runs(70e6, 90e6, 70e6)));
  // What predictors learn gets faster by and by.
  EXPECT_FALSE(warning_of_first_call(runs(6'000, 60'000, 45'000)));
  EXPECT_FALSE(warning_of_first_call(runs(700, 0, 0)));  // Not known.
}

TEST(FirstCall, IsNotNamedIfFewProcessesHaveALongOne) {
  PerformanceReport few = runs(700, 63'000, 800);
  for (std::size_t i = 0; i < 2; ++i) {
    few.measured.records[i].single.first = 900;
  }
  EXPECT_FALSE(warning_of_first_call(few));
}

TEST(SlowProcesses, AreNamedWhereAQuantileIsThatOfAUsualOne) {
  PerformanceReport one = runs(100, 0, 0);
  RelationReport relation;
  relation.performances = {one.performance};
  relation.decision.verdict = logic::Verdict::kHolds;
  relation.stated = logic::StatedStatistic{.quantile = 0.9};
  EXPECT_FALSE(warning_of_slow_processes(relation, one));
  one.measured.observations[3] = {400, 400};
  EXPECT_FALSE(warning_of_slow_processes(relation, one));  // By chance.
  one.measured.observations[7] = {151, 151};
  EXPECT_EQ(warning_of_slow_processes(relation, one),
            ": 2 of 10 processes of a have a p90 of more than 1.5 times that "
            "of a usual one, and the verdict is about a usual one: the p90 of "
            "all calls may be much longer; mean(...) counts them");
  relation.stated = std::nullopt;
  EXPECT_FALSE(warning_of_slow_processes(relation, one));
  relation.stated = logic::StatedStatistic{.quantile = 0.9};
  relation.decision.verdict = logic::Verdict::kViolated;
  EXPECT_FALSE(warning_of_slow_processes(relation, one));
}

TEST(UncertainPart, IsThatOfAUsualCall) {
  EXPECT_DOUBLE_EQ(uncertain_part(runs(100, 0, 0, 5)), 0.05);
  EXPECT_EQ(uncertain_part(runs(100, 0, 0)), 0);
}

namespace fs = std::filesystem;

const logic::Performance kBuilt{"sort", "", "", "", {}};

class StalePrograms : public ::testing::Test {
 protected:
  /// The file's path; it was written so many seconds after the program.
  std::string write(const std::string& name, int seconds) {
    const fs::path path = folder_.write(name, "text");
    fs::last_write_time(path, time_ + std::chrono::seconds(seconds));
    return path.string();
  }

  /// sort, and its generator, registered there.
  void register_at(const std::string& sort, const std::string& generator) {
    catalogue_.programs = {{program_, {}, {}}};
    catalogue_.catalogue.entries = {
        {logic::Entry::Kind::kMethod, "sort", {}, "", {}, program_, sort},
        {logic::Entry::Kind::kGenerator, "g", {}, "", {}, program_, generator}};
  }

  std::vector<std::string> warnings() const {
    return to_texts(
        stale_programs({{"sort", "g", "", "", {}}}, catalogue_, report_));
  }

  [[nodiscard]] std::string older_than(const std::string& sources) const {
    return program_ + " is older than " + sources +
           ": old code may be measured; build the program again";
  }

  static std::string near(const std::string& path) {
    return fs::proximate(path).string();
  }

  TemporaryFolder folder_;
  fs::file_time_type time_ = fs::file_time_type::clock::now();
  std::string program_ = write("build/bin/program", 0);
  ProgramCatalogue catalogue_;
  Report report_;
};

TEST_F(StalePrograms, AreOlderThanWhatRegistersTheirWorkloads) {
  const std::string sort = write("src/sort.cpp", 1);
  write("src/draw.cpp", -1);
  register_at(sort + ":7", "../src/draw.cpp:3");
  EXPECT_THAT(warnings(), ElementsAre(older_than(near(sort))));
  const std::string draw = write("src/draw.cpp", 1);
  EXPECT_THAT(warnings(),
              ElementsAre(older_than(near(draw) + " and 1 other source")));
  const Warnings of_one = stale_programs({kBuilt}, catalogue_, report_);
  EXPECT_THAT(to_texts(of_one), ElementsAre(older_than(near(sort))));
  EXPECT_TRUE(of_one[0].rest.starts_with(" is older than "));
  write("src/sort.cpp", 0);
  write("src/draw.cpp", 0);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreOlderThanAHeaderThatTheirBuildNoted) {
  register_at("sort.cpp:7", "draw.cpp:3");
  std::string record;
  for (const std::string& word :
       {std::string("ld"), (folder_.path() / "build").string(),
        std::string("sort.o")}) {
    record += word + '\0';
  }
  folder_.write("build/bin/program.link/record", record);
  folder_.write("build/.ninja_deps", ninja_log({{"sort.o", {"../sort.hpp"}}}));
  const std::string header = write("sort.hpp", 1);
  EXPECT_THAT(warnings(), ElementsAre(older_than(near(header))));
  write("sort.hpp", 0);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreNotKnownWhereSourcesAreNot) {
  register_at("/no/such/sort.cpp:7", "draw.cpp:3");
  EXPECT_THAT(warnings(), IsEmpty());
  register_at(write("src/sort.cpp", 1) + ":7", "draw.cpp:3");
  fs::remove(program_);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreNoneThatWereBuiltForThis) {
  register_at(write("src/sort.cpp", 1) + ":7", "draw.cpp:3");
  report_.revisions.emplace_back();
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreOlderThanTheFunctionThatAFormulaIsAbout) {
  register_at("sort.cpp:7", "draw.cpp:3");
  report_.outcome = outcome_of({FormulaReport()});
  FormulaReport& formula = formulas_in(report_).front();
  formula.file = write("src/sort.hpp", 1);
  formula.written = "THIS(10) <= 5 us";
  formula.relations.emplace_back().performances = {kBuilt};
  EXPECT_THAT(warnings(), ElementsAre(older_than(near(formula.file))));
  formula.written.clear();
  EXPECT_THAT(warnings(), IsEmpty());
  formula.written = "THIS(10) <= 5 us";
  formula.file = write("src/sort.hpp", -1);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST(ProgramsWithNamesOfOthers, AreAllNamed) {
  ProgramCatalogue catalogue;
  catalogue.programs = {{"one", {}, {}}, {"two", {}, {}}, {"three", {}, {}}};
  catalogue.programs[1].clash = " has \"Sort/8\"";
  catalogue.programs[2].clash = " has \"Sort/9\"";
  EXPECT_THAT(to_texts(measurement_warnings(&catalogue, Report()).warnings),
              ElementsAre("two has \"Sort/8\"", "three has \"Sort/9\""));
}

}  // namespace

}  // namespace spl::runner
