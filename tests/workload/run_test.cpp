#include "spl/workload/run.hpp"

#include <gmock/gmock.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/workload/scripted_clock.hpp"
#include "tests/workload/scripted_meter.hpp"

namespace spl::workload {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Lt;
using ::testing::SizeIs;

constexpr Plan kCold{3, 0, 0, 20'000};
constexpr Plan kUsual{50, 250'000, 2, 20'000};

/// A body whose iterations take `iteration_ns`; how many it made.
std::uint64_t loop(Run& run, ScriptedClock& clock, std::uint64_t iteration_ns) {
  std::uint64_t made = 0;
  while (const std::uint64_t iterations = run.next()) {
    clock.time += iterations * iteration_ns;
    made += iterations;
  }
  run.finish();
  return made;
}

/// The same with start() and stop() around `timed_ns` of each iteration.
void delimited_loop(Run& run, ScriptedClock& clock, std::uint64_t timed_ns,
                    std::uint64_t untimed_ns) {
  while (std::uint64_t left = run.next()) {
    for (; left > 0; --left) {
      clock.time += untimed_ns;
      run.start();
      clock.time += timed_ns;
      run.stop();
    }
  }
  run.finish();
}

TEST(Run, CountsTheFirstIterationWithoutWarmUp) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  EXPECT_EQ(loop(run, clock, 7), 3U);
  EXPECT_THAT(run.observations(), ElementsAre(7, 7, 7));
  EXPECT_EQ(run.iterations(), 1U);
  EXPECT_EQ(run.warmup(), 0U);
  EXPECT_EQ(run.failure(), "");
}

/// One loop of a run without warm-up: each iteration takes 7 ns, those
/// numbered in `disturbed` (from 0) take 100 and are disturbed.
void disturbed_loop(workload::Run& run, ScriptedClock& clock,
                    const std::set<int>& disturbed) {
  for (int i = 0; run.next() != 0; ++i) {
    clock.time += disturbed.contains(i) ? 100 : 7;
    clock.disturbed += disturbed.contains(i) ? 1 : 0;
  }
}

TEST(Run, TakesWhatTheSchedulerGaveToOthersOffWhatWasDisturbed) {
  ScriptedClock clock;
  clock.delayed = 1000;  // Before the run.
  workload::Run run(kCold, clock, 1);
  for (const std::uint64_t delay : {0, 90, 0}) {
    ASSERT_EQ(run.next(), 1U);
    clock.time += 7 + delay;
    clock.delayed += delay;
    clock.disturbed += delay > 0 ? 1 : 0;
  }
  EXPECT_EQ(run.next(), 0U);
  EXPECT_THAT(run.observations(), ElementsAre(7, 7, 7));
  EXPECT_EQ(run.disturbed().net, 1U);
  EXPECT_EQ(run.disturbed().sum(), 1U);
}

TEST(Run, KeepsTheTimeOfLongCallsThatWerePreempted) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  for (const std::uint64_t call : {7, 7'600'000, 7}) {
    ASSERT_EQ(run.next(), 1U);
    const bool is_long = call > 7;
    clock.time += call + (is_long ? 114'000 : 0);
    clock.delayed += is_long ? 114'000 : 0;
    clock.disturbed += is_long ? 2 : 0;
  }
  EXPECT_EQ(run.next(), 0U);
  EXPECT_THAT(run.observations(), ElementsAre(7, 7'600'000, 7));
}

TEST(Run, TakesNothingOffWhereTheWaitWasOutside) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(run.next(), 1U);
    clock.time += 7;
    clock.disturbed += i == 1 ? 1 : 0;
    clock.delayed += i == 1 ? 7 : 0;  // As long as the observation.
  }
  EXPECT_EQ(run.next(), 0U);
  EXPECT_THAT(run.observations(), ElementsAre(7, 7, 7));
  EXPECT_EQ(run.disturbed().net, 1U);
}

TEST(Run, CountsMovesWithoutADelayAsTheyAre) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  disturbed_loop(run, clock, {1});
  EXPECT_THAT(run.observations(), ElementsAre(7, 100, 7));
  EXPECT_EQ(run.disturbed().net, 1U);
}

/// The delays before and in an observation of 1000 ns.
struct Happening {
  std::uint64_t delay_before = 0;
  bool disturbed_before = false;
  bool waited_before = false;
  std::uint64_t delay = 0;
};

/// The observations of a run to which these happen; the rest of what happens
/// before an observation is at the end of what its meter counts.
std::vector<double> observed(const std::vector<Happening>& happenings,
                             std::uint64_t* readings = nullptr) {
  ScriptedClock clock;
  Plan plan = kCold;
  plan.observations = happenings.size();
  workload::Run run(plan, clock, 1);
  for (const Happening& one : happenings) {
    // A delay between two observations is not seen by the one before.
    clock.between = [&] {
      clock.time += one.delay_before;
      clock.delayed += one.delay_before;
      clock.disturbed += one.disturbed_before ? 1 : 0;
      clock.waits += one.waited_before ? 1 : 0;
    };
    EXPECT_EQ(run.next(), 1U);
    clock.time += 1000 + one.delay;
    clock.delayed += one.delay;
    clock.disturbed += one.delay > 0 ? 1 : 0;
  }
  EXPECT_EQ(run.next(), 0U);
  if (readings != nullptr) *readings = clock.readings;
  return run.observations();
}

TEST(Run, TakesOnlyOffWhatAnObservationWaitedItself) {
  EXPECT_THAT(observed({{}, {500, true, false, 300}, {}}), Each(1000));
  EXPECT_THAT(observed({{}, {500, false, true, 300}, {}}), Each(1000));
  EXPECT_THAT(observed({{}, {500, true}, {0, false, false, 300}}), Each(1000));
  EXPECT_THAT(observed({{500, true, false, 300}, {}, {}}), Each(1000));
}

// A kernel may give the processor to others as soon as a system call ends, and
// reading how often it did so is a system call.
TEST(Run, TakesNothingOffForAWaitAfterADisturbedObservation) {
  EXPECT_THAT(observed({{0, false, false, 300}, {500, true}, {}}), Each(1000));
  EXPECT_THAT(observed({{0, false, false, 300}, {500, true, false, 200}, {}}),
              Each(1000));
}

// A thread that yields to a helper waits for the helper's work.
TEST(Run, KeepsTheWaitOfAThreadThatGaveTheProcessorUpByItself) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  for (int i = 0; run.next() != 0; ++i) {
    clock.time += i == 0 ? 1000 : 1300;
    clock.delayed += i == 0 ? 0 : 300;
    clock.disturbed += i == 0 ? 0 : 1;
    clock.waits += i == 2 ? 1 : 0;
  }
  EXPECT_THAT(run.observations(), ElementsAre(1000, 1000, 1300));
  EXPECT_EQ(run.disturbed().untold, 1U);
}

TEST(Run, ReadsTheDelayAgainWhereTheReadingWaited) {
  ScriptedClock clock;
  clock.after = [&] {
    clock.time += 1'000'000;
    clock.delayed += 1'000'000;
    ++clock.disturbed;
  };
  workload::Run run(kCold, clock, 1);
  while (run.next() != 0) clock.time += 7'000'000;
  EXPECT_THAT(run.observations(), Each(7'000'000));
  EXPECT_EQ(clock.readings, 3U);
}

TEST(Run, ReadsTheDelayOnlyWhereSomethingHasChanged) {
  std::uint64_t readings = 0;
  (void)observed(std::vector<Happening>(40), &readings);
  EXPECT_EQ(readings, 1U);  // Before the first observation.
  (void)observed({{}, {0, false, false, 300}, {}, {}}, &readings);
  EXPECT_EQ(readings, 2U);
  (void)observed({{}, {500, true, false, 0}, {}, {}}, &readings);
  EXPECT_EQ(readings, 2U);
  (void)observed({{}, {500, true, false, 300}, {}, {}}, &readings);
  EXPECT_EQ(readings, 3U);
}

/// The observations of a run of three iterations of two parts each, of 1000 and
/// `second` ns; the second iteration is disturbed, for so long.
std::vector<double> parts_observed(std::uint64_t delay, std::uint64_t second,
                                   bool is_inside) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  for (int i = 0; run.next() != 0; ++i) {
    const std::uint64_t waited = i == 1 ? delay : 0;
    if (!is_inside) clock.time += waited;
    run.start();
    clock.time += 1000;
    run.stop();
    run.start();
    clock.time += second + (is_inside ? waited : 0);
    run.stop();
    clock.delayed += waited;
    clock.disturbed += waited > 0 ? 1 : 0;
  }
  run.finish();
  EXPECT_EQ(run.failure(), "");
  return run.observations();
}

TEST(Run, TakesTheDelayOffTheLongestPart) {
  EXPECT_THAT(parts_observed(5000, 300, true), Each(1300));
  EXPECT_THAT(parts_observed(5000, 300, false), Each(1300));  // Outside of all.
  EXPECT_THAT(parts_observed(1000, 300, false), Each(1300));
  // It is unknown which part waited: it may have been the longest.
  EXPECT_THAT(parts_observed(999, 300, false), ElementsAre(1300, 301, 1300));
}

TEST(Run, TakesNoDelayOffThatIsLongerThanThePartsOfItsObservation) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  for (const std::uint64_t part : {5000, 1000, 5000}) {
    ASSERT_EQ(run.next(), 1U);
    run.start();
    clock.time += part;
    run.stop();
    clock.disturbed += part == 1000 ? 1 : 0;
    clock.delayed += part == 1000 ? 3000 : 0;
  }
  EXPECT_EQ(run.next(), 0U);
  EXPECT_THAT(run.observations(), ElementsAre(5000, 1000, 5000));
}

// The body once passed for a time that its set-up, too, had waited.
TEST(Run, TakesFromLongPartsWhatTheyWaitedThemselves) {
  ScriptedClock clock;
  Plan plan = kCold;
  plan.warmup_observations = 1;
  workload::Run run(plan, clock, 1);
  const auto work = [&](std::uint64_t waited) {
    clock.time += 5'000'000 + waited;
    clock.delayed += waited;
    clock.disturbed += waited > 0 ? 1 : 0;
  };
  for (int counted = 0; run.next() != 0;) {
    counted += run.counts() ? 1 : 0;
    work(counted == 1 || counted == 2 ? 12'000'000 : 0);
    run.start();
    work(counted == 2 ? 12'000'000 : 0);
    run.stop();
    run.start();
    work(counted >= 2 ? 3'000'000 : 0);
    run.stop();
  }
  EXPECT_THAT(run.observations(), ElementsAre(1e7, 1e7, 1e7));
  EXPECT_EQ(run.disturbed().net, 2U);
  EXPECT_EQ(run.failure(), "");
}

TEST(Run, TakesNoDelayOffBesideOtherThreads) {
  for (const auto kind : {Delay::Kind::kBesideThreads, Delay::Kind::kUnknown}) {
    ScriptedClock clock;
    clock.kind = kind;
    workload::Run run(kCold, clock, 1);
    disturbed_loop(run, clock, {0, 2});
    EXPECT_THAT(run.observations(), ElementsAre(100, 7, 100));
    EXPECT_EQ(run.disturbed().kept, 2U);
    EXPECT_EQ(run.disturbed().sum(), 2U);
    const bool beside = kind == Delay::Kind::kBesideThreads;
    EXPECT_EQ(run.disturbed().beside_threads, beside ? 2U : 0U);
    EXPECT_EQ(run.disturbed().untold, beside ? 0U : 2U);
  }
}

// A meter reads nothing of what others did.
TEST(Run, TakesDelaysOffTheWallClockOnly) {
  ScriptedClock clock;
  ScriptedMeter meter;
  Plan plan = kCold;
  plan.wall = false;
  workload::Run run(plan, clock, 1, Timing::kByBody, {&meter});
  for (int i = 0; run.next() != 0; ++i) {
    clock.time += i == 1 ? 100 : 7;
    clock.delayed += i == 1 ? 93 : 0;
    clock.disturbed += i == 1 ? 1 : 0;
    meter.count += 4;
  }
  EXPECT_THAT(run.observations(0), ElementsAre(4, 4, 4));
  EXPECT_THAT(run.observations(), ElementsAre(7, 7, 7));
  clock.kind = Delay::Kind::kUnknown;
  workload::Run untold(plan, clock, 1, Timing::kByBody, {&meter});
  disturbed_loop(untold, clock, {1});
  EXPECT_EQ(untold.disturbed().net, 1U);
}

TEST(Run, DoublesIterationsUntilTheyTellThenAimsAtTheWantedLength) {
  ScriptedClock clock;
  workload::Run run({4, 0, 1, 20'000}, clock, 1);
  loop(run, clock, 10);
  // 1, 2, 4 ... 256 iterations, the last 2560 ns and more than 2000; then 2000.
  EXPECT_EQ(run.warmup(), 10U);
  EXPECT_EQ(run.iterations(), 2000U);
  EXPECT_THAT(run.observations(), ElementsAre(10, 10, 10, 10));
}

TEST(Run, MakesOneIterationWhereOneIsLonger) {
  ScriptedClock clock;
  workload::Run run({2, 0, 2, 20'000}, clock, 1);
  loop(run, clock, 50'000);
  EXPECT_EQ(run.warmup(), 2U);
  EXPECT_EQ(run.iterations(), 1U);
  EXPECT_THAT(run.observations(), ElementsAre(50'000, 50'000));
}

TEST(Run, MakesOneIterationWhereNoLengthIsWanted) {
  ScriptedClock clock;
  workload::Run run({2, 0, 2, 0}, clock, 1);
  loop(run, clock, 3);
  EXPECT_EQ(run.iterations(), 1U);
  EXPECT_THAT(run.observations(), ElementsAre(3, 3));
}

TEST(Run, WarmsUpUntilBothTimeAndObservationsAreReached) {
  struct Case {
    Plan plan;
    std::uint64_t warmup;
  };
  for (const Case& c :
       {Case{{1, 1'000'000, 2, 20'000}, 10},
        Case{{1, 1'000'000, 12, 20'000}, 12},
        Case{{1, 1'000'001, 2, 20'000}, 11}, Case{{1, 1, 0, 20'000}, 2}}) {
    ScriptedClock clock;
    workload::Run run(c.plan, clock, 1);
    loop(run, clock, 100'000);
    EXPECT_EQ(run.warmup(), c.warmup);
    EXPECT_THAT(run.observations(), SizeIs(1));
  }
}

/// A run that is told its calls, of which the first takes 5000 ns, the second
/// 900 and all others 100.
workload::CallFacts told(std::uint64_t iterations, std::uint64_t& made) {
  ScriptedClock clock;
  Plan plan{3, 0, 2, 20'000};
  plan.iterations = iterations;
  workload::Run run(plan, clock, 1);
  for (int i = 0; const std::uint64_t calls = run.next(); ++i) {
    made += calls;
    clock.time += (i == 0 ? 4900 : i == 1 ? 800 : 0) + 100 * calls;
  }
  EXPECT_EQ(run.failure(), "");
  EXPECT_EQ(run.warmup(), 2U);
  EXPECT_THAT(run.observations(), Each(100));
  return run.single();
}

TEST(Run, BeginsAWarmUpWithTwoSingleCalls) {
  for (const std::uint64_t iterations : {1, 2, 200}) {
    std::uint64_t made = 0;
    const workload::CallFacts single = told(iterations, made);
    EXPECT_EQ(single.first, 5000);
    EXPECT_EQ(single.second, 900);
    EXPECT_EQ(single.fastest, 100);
    EXPECT_EQ(made, 5 * iterations + (iterations > 1 ? 2 : 0));
  }
}

TEST(Run, KnowsTheShortestCallWhateverDisturbsOthers) {
  ScriptedClock clock;
  workload::Run run(kUsual, clock, 1);
  for (int i = 0; const std::uint64_t calls = run.next(); ++i) {
    clock.time += calls * (i == 30 ? 80 : 400 + i);
  }
  EXPECT_EQ(run.single().fastest, 80);
}

// A clock that is no quicker with work between its readings.
TEST(Run, IsCertainOfACostThatWorkDoesNotChange) {
  ScriptedClock clock;
  clock.cost = 20;
  workload::Run run(kUsual, clock, 1);
  delimited_loop(run, clock, 500, 100);
  EXPECT_EQ(run.failure(), "");
  EXPECT_EQ(run.single().uncertain, 0);
  EXPECT_THAT(run.observations(), Each(500));
}

TEST(Run, KeepsToTheShortestIterationOfTheWarmUp) {
  ScriptedClock clock;
  workload::Run run({1, 0, 3, 20'000}, clock, 1);
  for (const std::uint64_t iteration_ns : {5000, 1000, 90'000}) {
    clock.time += iteration_ns * run.next();
  }
  loop(run, clock, 1000);
  EXPECT_EQ(run.iterations(), 20U);
}

/// A run by the usual plan whose iterations take 10 ns, and its warm-up's
/// observations numbered in `longer` (from 0) as much more as is said there.
std::uint64_t iterations_of(const std::map<int, std::uint64_t>& longer) {
  ScriptedClock clock;
  workload::Run run(kUsual, clock, 1);
  int i = 0;
  while (const std::uint64_t iterations = run.next()) {
    const auto found = longer.find(i++);
    clock.time += 10 * iterations + (found == longer.end() ? 0 : found->second);
  }
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(), SizeIs(50));
  EXPECT_THAT(run.observations(), Each(10));
  return run.iterations();
}

TEST(Run, IsNotMisledByWhatMakesAWarmUpLonger) {
  constexpr std::uint64_t kLost = 4'000'000;  // More than the warm-up's time.
  EXPECT_EQ(iterations_of({}), 2000U);
  EXPECT_EQ(iterations_of({{0, 1'000'000}}), 2000U);  // A table made first,
  EXPECT_EQ(iterations_of({{0, 1'000'000}, {1, 50'000}}), 2000U);  // and read.
  for (int i = 0; i < 15; ++i) {
    EXPECT_EQ(iterations_of({{i, kLost}}), 2000U) << i;
  }
  EXPECT_EQ(iterations_of({{0, kLost}, {5, kLost}, {13, kLost}}), 2000U);
}

TEST(Run, WarmsUpUntilItIsCalibrated) {
  ScriptedClock clock;
  workload::Run run({1, 1000, 2, 20'000}, clock, 1);
  clock.time += 5'000'000 * run.next();
  loop(run, clock, 10);
  // 1 iteration, and again 1, 2 ... 256, and 2000.
  EXPECT_EQ(run.warmup(), 11U);
  EXPECT_EQ(run.iterations(), 2000U);
}

TEST(Run, EndsThoughItsIterationsNeverAgree) {
  ScriptedClock clock;
  workload::Run run({3, 1000, 2, 20'000}, clock, 1);
  for (int i = 0; run.next() != 0; ++i) {
    clock.time += i % 2 == 0 ? 1'000'000 : 10;
  }
  EXPECT_LT(run.warmup(), 200U);
  EXPECT_THAT(run.observations(), SizeIs(3));
}

TEST(Run, TellsHowLongItsPhasesTook) {
  ScriptedClock clock;
  workload::Run run({3, 0, 1, 20'000}, clock, 1);
  delimited_loop(run, clock, 100, 9900);
  // Iterations of 10 us: 1, 2 and 20 of the warm-up, then 20 in each
  // observation.
  EXPECT_EQ(run.warmup_ns(), 230'000U);
  EXPECT_EQ(run.counted_ns(), 600'000U);
}

TEST(Run, CountsTheTimeOfWhatWasDisturbed) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  disturbed_loop(run, clock, {0, 2});
  EXPECT_EQ(run.warmup_ns(), 0U);
  EXPECT_EQ(run.counted_ns(), 207U);
}

/// Reading it takes 10 us.
class SlowMeter final : public Meter {
 public:
  explicit SlowMeter(ScriptedClock& clock) : clock_(clock) {}
  std::uint64_t read() override {
    clock_.time += 10'000;
    return 0;
  }

 private:
  ScriptedClock& clock_;
};

TEST(Run, WarmsUpOnlyAfterItsMetersAreCalibrated) {
  ScriptedClock clock;
  SlowMeter meter(clock);
  workload::Run cold(kCold, clock, 1, Timing::kByBody, {&meter});
  loop(cold, clock, 7);
  EXPECT_EQ(cold.warmup_ns(), 0U);
  // Three observations, and two readings between each two.
  EXPECT_EQ(cold.counted_ns(), 10'000U + 3 * 7 + 2 * 20'000);

  workload::Run warm({1, 250'000, 2, 20'000}, clock, 1, Timing::kByBody,
                     {&meter});
  loop(warm, clock, 100'000);
  EXPECT_EQ(warm.warmup(), 3U);
}

TEST(Run, TellsNoTimesOfWhatFailed) {
  ScriptedClock clock;
  workload::Run run({3, 0, 1, 20'000}, clock, 1);
  run.next();
  clock.time += 10;
  run.fail("boom");
  EXPECT_EQ(run.next(), 0U);
  EXPECT_EQ(run.warmup_ns(), 0U);
  EXPECT_EQ(run.counted_ns(), 0U);
}

TEST(Run, NeverStopsByTheClockOnceObservationsCount) {
  ScriptedClock clock;
  workload::Run run({30, 0, 0, 20'000}, clock, 1);
  loop(run, clock, 10'000'000'000);
  EXPECT_THAT(run.observations(), SizeIs(30));
}

TEST(Run, TakesTheCostOfTheClockOffWhatIsDelimited) {
  ScriptedClock clock;
  clock.cost = 25;
  workload::Run run({3, 0, 1, 20'000}, clock, 1);
  delimited_loop(run, clock, 1000, 500);
  EXPECT_EQ(run.failure(), "");
  EXPECT_EQ(run.iterations(), 20U);
  EXPECT_THAT(run.observations(), ElementsAre(1000, 1000, 1000));
}

TEST(Run, AddsUpSeveralPartsOfAnIteration) {
  ScriptedClock clock;
  clock.cost = 20;
  workload::Run run(kCold, clock, 1);
  while (run.next() != 0) {
    for (const std::uint64_t part : {100, 300}) {
      run.start();
      clock.time += part;
      run.stop();
    }
  }
  run.finish();
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(), ElementsAre(400, 400, 400));
}

TEST(Run, BoundsWhatIsNotTimed) {
  ScriptedClock clock;
  workload::Run run({3, 0, 1, 20'000}, clock, 1);
  delimited_loop(run, clock, 100, 9900);
  EXPECT_EQ(run.iterations(), 20U);  // 200 000 ns, ten times what is wanted.
  EXPECT_THAT(run.observations(), ElementsAre(100, 100, 100));
}

TEST(Run, RejectsWhatIsTooShortToBeDelimited) {
  ScriptedClock clock;
  clock.cost = 24;
  workload::Run run(kCold, clock, 1);
  delimited_loop(run, clock, 3, 0);
  EXPECT_EQ(run.failure(),
            "is too short to be timed between start() and stop() (3 ns, and "
            "reading the clock takes 24 ns): remove them, so that the whole "
            "loop is measured, or use SPL_METHOD with a generator, which "
            "prepares arguments outside the timed part");
}

/// Single calls of so long are timed, without start() and stop().
void single_calls(workload::Run& run, ScriptedClock& clock,
                  std::uint64_t length) {
  while (run.next() != 0) clock.time += length;
  run.finish();
}

TEST(Run, TakesTheClockOffSingleCalls) {
  ScriptedClock clock;
  clock.cost = 24;
  workload::Run run({3, 250, 2, 0}, clock, 1);
  single_calls(run, clock, 100);
  EXPECT_EQ(run.failure(), "");
  EXPECT_EQ(run.iterations(), 1U);
  EXPECT_THAT(run.observations(), ElementsAre(100, 100, 100));
}

TEST(Run, RejectsSingleCallsThatAreTooShort) {
  ScriptedClock clock;
  clock.cost = 24;
  workload::Run run({3, 250, 2, 0}, clock, 1);
  single_calls(run, clock, 24);
  EXPECT_EQ(run.failure(),
            "is too short for its single calls to be timed (24 ns, and reading "
            "the clock takes 24 ns): let a call do more, or compare means or "
            "medians, which time many calls together");
}

TEST(Run, RejectsBatchesThatAreTooShort) {
  ScriptedClock clock;
  clock.cost = 24;
  workload::Run run(kCold, clock, 1, Timing::kByBatches);
  delimited_loop(run, clock, 24, 0);
  EXPECT_EQ(run.failure(),
            "is too short to be timed (24 ns, and reading the clock takes 24 "
            "ns): let one call do more, or make its instance in less time, so "
            "that more calls fit into an observation");
}

TEST(Run, MakesObservationsLongerWhereTheClockIsSlow) {
  ScriptedClock clock;
  clock.cost = 2000;
  workload::Run run({3, 0, 2, 20'000}, clock, 1);
  loop(run, clock, 10);
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(), Each(AllOf(Gt(10), Lt(10.11))));

  workload::Run cold(kCold, clock, 1);
  loop(cold, clock, 10);
  EXPECT_EQ(cold.iterations(), 1U);
}

/// Reading it takes 20, 30 and 40 ns by turns, and 30 ns after so many times.
class UnsteadyClock final : public Clock {
 public:
  explicit UnsteadyClock(std::uint64_t unsteady_reads)
      : unsteady_reads_(unsteady_reads) {}
  std::uint64_t now() override {
    time += reads_ < unsteady_reads_ ? 20 + 10 * (reads_ / 2 % 3) : 30;
    ++reads_;
    return time;
  }
  Switches switches() override { return {}; }
  Delay delay() override { return {}; }

  std::uint64_t time = 0;

 private:
  std::uint64_t unsteady_reads_;
  std::uint64_t reads_ = 0;
};

std::string failure_of_part(std::uint64_t part_ns,
                            std::uint64_t unsteady_reads = UINT64_MAX) {
  UnsteadyClock clock(unsteady_reads);
  workload::Run run(kCold, clock, 1, Timing::kByBatches);
  while (run.next() != 0) {
    run.start();
    clock.time += part_ns;
    run.stop();
  }
  return run.failure();
}

TEST(Run, RejectsPartsOfWhichReadingTheClockIsNotKnownWellEnough) {
  // 1.2533 * (40 - 20) / 1.349 / sqrt(325) = 1.03 ns are more than 1 %.
  EXPECT_EQ(failure_of_part(100),
            "is too short to be timed (100 ns, and the cost of reading the "
            "clock is known to 1 ns only, more than 1 %): let one call do "
            "more, or make its instance in less time, so that more calls fit "
            "into an observation");
  // 65 readings, whose quartiles are a tick apart or none, would tell 2.3 ns.
  EXPECT_EQ(failure_of_part(110), "");
  // Disturbances of the first three of five calibrations decide nothing.
  EXPECT_EQ(failure_of_part(100, 390), "");
}

/// A clock of its own, read like the other.
class UnsteadyMeter final : public Meter {
 public:
  explicit UnsteadyMeter(std::uint64_t unsteady_reads)
      : clock_(unsteady_reads) {}
  std::uint64_t read() override { return clock_.now(); }
  [[nodiscard]] bool is_time() const override { return true; }

  void advance(std::uint64_t ns) { clock_.time += ns; }

 private:
  UnsteadyClock clock_;
};

TEST(Run, IsCertainOfTheClockThatDecides) {
  const auto failure_after = [](std::uint64_t unsteady_reads) {
    ScriptedClock clock;
    UnsteadyMeter meter(unsteady_reads);
    Plan plan = kCold;
    plan.wall = false;
    workload::Run run(plan, clock, 1, Timing::kByBatches, {&meter});
    while (run.next() != 0) {
      run.start();
      meter.advance(100);
      run.stop();
    }
    return run.failure();
  };
  EXPECT_THAT(
      failure_after(UINT64_MAX),
      HasSubstr("(100 ns, and the cost of reading the clock is known to "
                "1 ns only, more than 1 %)"));
  EXPECT_EQ(failure_after(390), "");
}

TEST(Run, TimesBatchesOfIterations) {
  ScriptedClock clock;
  clock.cost = 25;
  workload::Run run({2, 0, 1, 20'000}, clock, 1, Timing::kByBatches);
  while (const std::uint64_t iterations = run.next()) {
    run.start();
    clock.time += iterations * 2;
    run.stop(iterations);
  }
  run.finish();
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(), Each(2));
  EXPECT_EQ(run.iterations(), 10'000U);
}

// As of a run whose caller times it itself.
TEST(Run, NeedsNothingThatDecides) {
  ScriptedClock clock;
  Plan plan{3, 0, 1, 20'000};
  plan.wall = false;
  workload::Run run(plan, clock, 1);
  loop(run, clock, 7);
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(), ElementsAre(7, 7, 7));
}

TEST(Run, TellsWhetherTheObservationCounts) {
  ScriptedClock clock;
  workload::Run run({1, 0, 1, 0}, clock, 1);
  EXPECT_FALSE(run.counts());
  ASSERT_EQ(run.next(), 1U);
  EXPECT_FALSE(run.counts());
  ASSERT_EQ(run.next(), 1U);
  EXPECT_TRUE(run.counts());
  EXPECT_EQ(run.next(), 0U);
  EXPECT_FALSE(run.counts());
}

/// Measures a body whose iterations take `iteration_ns` where empty ones, which
/// are timed at the end by the 16 384, take `empty_ns`.
std::string failure_beside_empty(double iteration_ns, std::uint64_t empty_ns) {
  ScriptedClock clock;
  workload::Run run({3, 0, 1, 20'000}, clock, 1);
  while (const std::uint64_t iterations = run.next()) {
    clock.time += static_cast<std::uint64_t>(
        std::llround(static_cast<double>(iterations) * iteration_ns));
    // From the end of the last observation on.
    if (run.observations().size() == 2) clock.cost = 16'384 * empty_ns;
  }
  run.finish();
  return run.failure();
}

TEST(Run, RefusesAnIterationThatLastsNoLongerThanAnEmptyOne) {
  const auto refusal = [](const std::string& iteration,
                          const std::string& empty) {
    return "does no measurable work: an iteration takes no longer than an "
           "empty one (" +
           iteration + " ns, an empty one " + empty +
           " ns); pass its inputs and results to spl::keep, so that the "
           "compiler cannot remove the computation, or let an iteration do "
           "more";
  };
  EXPECT_EQ(failure_beside_empty(0, 0), refusal("0", "0"));
  EXPECT_EQ(failure_beside_empty(1.25, 1), refusal("1.2", "1"));
  EXPECT_EQ(failure_beside_empty(1.26, 1), "");
  EXPECT_EQ(failure_beside_empty(2.5, 2), refusal("2.5", "2"));
  // An iteration of 3 ns is more than an empty loop.
  EXPECT_EQ(failure_beside_empty(2.99, 3), refusal("3", "3"));
  EXPECT_EQ(failure_beside_empty(3, 3), "");
}

TEST(Run, TakesReadingTheMetersOffWhatTheyRead) {
  ScriptedClock clock;
  ScriptedMeter meter;
  meter.cost = 300;
  workload::Run run({3, 0, 1, 20'000}, clock, 1, Timing::kByBody, {&meter});
  while (const std::uint64_t iterations = run.next()) {
    clock.time += iterations * 10;
    meter.count += iterations * 3;
  }
  EXPECT_THAT(run.observations(), ElementsAre(10, 10, 10));
  EXPECT_THAT(run.observations(0), ElementsAre(3, 3, 3));
}

TEST(Run, ReadsMetersBetweenStartAndStopOnly) {
  ScriptedClock clock;
  ScriptedMeter one;
  ScriptedMeter other;
  one.cost = 300;
  workload::Run run({3, 0, 1, 20'000}, clock, 1, Timing::kByBody,
                    {&one, &other});
  while (std::uint64_t left = run.next()) {
    for (; left > 0; --left) {
      one.count += 1000;
      for (int part = 0; part < 2; ++part) {
        run.start();
        clock.time += 1000;
        one.count += 5;
        other.count += 1;
        run.stop();
      }
    }
  }
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(), ElementsAre(2000, 2000, 2000));
  EXPECT_THAT(run.observations(0), ElementsAre(10, 10, 10));
  EXPECT_THAT(run.observations(1), ElementsAre(2, 2, 2));
}

TEST(Run, TakesALevelAsItStandsAtTheEnd) {
  ScriptedClock clock;
  ScriptedMeter level;
  level.sum = false;
  workload::Run run({3, 0, 1, 20}, clock, 1, Timing::kByBody, {&level});
  while (const std::uint64_t iterations = run.next()) {
    clock.time += iterations * 10;
    level.count += 100;
  }
  EXPECT_THAT(run.observations(0), ElementsAre(300, 400, 500));
}

TEST(Run, FailsWithItsMeters) {
  ScriptedClock clock;
  ScriptedMeter meter;
  meter.lost = "lost its counter";
  workload::Run run(kCold, clock, 1, Timing::kByBody, {&meter});
  loop(run, clock, 10);
  EXPECT_EQ(run.failure(), "lost its counter");
}

TEST(Run, RejectsPartsShorterThanReadingASlowClock) {
  ScriptedClock clock;
  ScriptedMeter meter;
  meter.cost = 370;
  meter.time = true;
  Plan plan = kCold;
  plan.wall = false;
  workload::Run run(plan, clock, 1, Timing::kByBody, {&meter});
  while (run.next() != 0) {
    run.start();
    meter.count += 100;
    run.stop();
  }
  EXPECT_EQ(run.failure(),
            "is too short to be timed between start() and stop() (100 ns, and "
            "reading the clock takes 370 ns): remove them, so that the whole "
            "loop is measured, or use SPL_METHOD with a generator, which "
            "prepares arguments outside the timed part");
}

TEST(Run, LetsCountsBeOfAnyLength) {
  ScriptedClock clock;
  ScriptedMeter meter;
  Plan plan = kCold;
  plan.wall = false;
  workload::Run run(plan, clock, 1, Timing::kByBody, {&meter});
  while (run.next() != 0) {
    run.start();
    meter.count += 2;
    run.stop();
  }
  EXPECT_EQ(run.failure(), "");
  EXPECT_THAT(run.observations(0), ElementsAre(2, 2, 2));
}

struct Misuse {
  const char* failure;
  void (*body)(Run&);
};

class RunMisuse : public ::testing::TestWithParam<Misuse> {};

TEST_P(RunMisuse, EndsInASentence) {
  ScriptedClock clock;
  workload::Run run(kCold, clock, 1);
  GetParam().body(run);
  run.finish();
  EXPECT_EQ(run.failure(), GetParam().failure);
}

constexpr const char* kMixed =
    "called start() and stop() in some iterations only; call them in all or in "
    "none";
constexpr const char* kOutside =
    "called start() or stop() outside the loop while (spl.needs_more())";

INSTANTIATE_TEST_SUITE_P(
    All, RunMisuse,
    ::testing::Values(
        Misuse{"never called needs_more(); put what is measured in a loop: "
               "while (spl.needs_more()) { ... }",
               [](Run&) {}},
        Misuse{"left its loop before needs_more() returned false, in the "
               "observation 2 of 3; let needs_more() alone end it, without "
               "break or return, and report a failure by spl.fail(\"...\")",
               [](Run& run) { run.next() && run.next(); }},
        Misuse{"called needs_more() again after it returned false; a workload "
               "has one loop while (spl.needs_more())",
               [](Run& run) {
                 while (run.next() != 0) {
                 }
                 EXPECT_EQ(run.next(), 0U);
               }},
        Misuse{"called start() twice without a stop() between",
               [](Run& run) {
                 run.next();
                 run.start();
                 run.start();
               }},
        Misuse{"called stop() without a start() before",
               [](Run& run) {
                 run.next();
                 run.stop();
               }},
        Misuse{"called needs_more() between start() and stop()",
               [](Run& run) {
                 run.next();
                 run.start();
                 EXPECT_EQ(run.next(), 0U);
               }},
        Misuse{kOutside, [](Run& run) { run.start(); }},
        Misuse{kOutside, [](Run& run) { run.stop(); }},
        Misuse{kMixed,
               [](Run& run) {
                 run.next();
                 run.next();
                 run.start();
               }},
        Misuse{kMixed,
               [](Run& run) {
                 run.next();
                 run.start();
                 run.stop();
                 run.next();
                 run.next();
               }},
        Misuse{"boom", [](Run& run) {
                 run.next();
                 run.fail("boom");
                 run.fail("a later one");
                 EXPECT_EQ(run.next(), 0U);
               }}));

TEST(Run, NoticesAWarmUpLeft) {
  ScriptedClock clock;
  workload::Run run({3, 0, 1, 20'000}, clock, 1);
  run.next();
  run.finish();
  EXPECT_EQ(run.failure(),
            "left its loop before needs_more() returned false, in the warm-up; "
            "let needs_more() alone end it, without break or return, and "
            "report a failure by spl.fail(\"...\")");
}

TEST(Run, NoticesIterationsWithoutDelimitersInsideAnObservation) {
  ScriptedClock clock;
  workload::Run run({3, 0, 2, 20'000}, clock, 1);
  std::uint64_t iteration = 0;
  while (std::uint64_t left = run.next()) {
    for (; left > 0; --left) {
      if (++iteration == 3) continue;
      run.start();
      clock.time += 100;
      run.stop();
    }
  }
  run.finish();
  EXPECT_EQ(run.failure(), kMixed);
}

}  // namespace
}  // namespace spl::workload
