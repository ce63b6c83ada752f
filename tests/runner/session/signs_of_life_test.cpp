#include "runner/session/signs_of_life.hpp"

#include <gmock/gmock.h>

#include <condition_variable>
#include <vector>

#include "runner/system/terminal_text.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using What = BuildNews::What;

class ScriptedTime : public Clock {
 public:
  double seconds() override { return now; }
  double now = 1000;
};

class Signs : public ::testing::Test {
 protected:
  using Form = SignsOfLife::Form;

  std::unique_ptr<SignsOfLife> signs(Form form, double patience = 0) {
    return std::make_unique<SignsOfLife>(
        SignsOfLife::Output{form,
                            [this](std::string_view text) {
                              written_.emplace_back(terminal_text(text));
                            },
                            patience, [this] { return waits_for_; }},
        clock_, [this](std::function<void()> beat) {
          beat_ = std::move(beat);
          return std::make_unique<Pulse>();
        });
  }

  /// As the real pulse beats, twice a second.
  void pass(int seconds) {
    for (int i = 0; i < 2 * seconds; ++i) {
      clock_.now += 0.5;
      const std::size_t lines = written_.size();
      if (beat_) beat_();
      if (written_.size() > lines) times_.push_back(clock_.now - 1000);
    }
  }

  TemporaryFolder folder_;
  ScriptedTime clock_;
  std::function<void()> beat_;
  std::string waits_for_;
  std::vector<std::string> written_;
  std::vector<double> times_;  ///< Of beats that wrote something.
};

TEST_F(Signs, AreALineOfALogForEachProgram) {
  const auto all = signs(Form::kLog);
  all->build({What::kBegins, 0, 3, "HEAD~1"});
  clock_.now += 100;
  all->build({What::kBuilt, 1, 3, "HEAD~1"});
  all->build({What::kBegins, 1, 3, "HEAD"});
  clock_.now += 3;
  all->build({What::kFailed, 2, 3, "HEAD"});
  EXPECT_THAT(
      written_,
      ElementsAre("spl-run: built HEAD~1 in 1 min 40 s; 1 of 3 programs\n",
                  "spl-run: could not build HEAD, after 3 s; 2 of 3 "
                  "programs\n"));
}

TEST_F(Signs, TellWhyTheFirstProgramThatFailsCannotBeBuilt) {
  for (const Form form : {Form::kLog, Form::kLine}) {
    written_.clear();
    const auto all = signs(form);
    for (const std::size_t i : {0, 1}) {
      const std::string revision = "v" + std::to_string(i + 1);
      all->build({What::kBegins, i, 2, revision});
      all->build({What::kFailed,
                  i + 1,
                  2,
                  revision,
                  {},
                  {},
                  "cannot be built: cc exited with status 1"});
    }
    const std::string first =
        "spl-run: could not build v1, after 0 s; 1 of 2 programs: it cannot be "
        "built: cc exited with status 1\n";
    if (form == Form::kLog) {
      EXPECT_THAT(written_,
                  ElementsAre(first,
                              "spl-run: could not build v2, after 0 s; 2 of 2 "
                              "programs\n"));
    } else {
      EXPECT_THAT(written_,
                  ElementsAre("\r\033[Kbuilding: v1, 0 s; 0 of 2 done",
                              "\r\033[K" + first,
                              "\r\033[Kbuilding: v2, 0 s; 1 of 2 done"));
    }
  }
}

TEST_F(Signs, AreLessThanAMinuteApartWhereABuildTakesLong) {
  const auto all = signs(Form::kLog);
  const std::string log = folder_.write("log", "[12/48] Building a.o\n");
  all->build({What::kBegins, 0, 2, "HEAD", log, 180});
  pass(200);
  ASSERT_THAT(times_, ElementsAre(10, 20, 40, 80, 130, 180));
  EXPECT_EQ(written_[4],
            "spl-run: still building: HEAD, step 12 of 48, 2 min 10 s of about "
            "3 min; 0 of 2 done\n");
}

TEST_F(Signs, SayWhatABuildUsuallyTakesOnceItHasTakenLonger) {
  const auto all = signs(Form::kLog);
  all->build({What::kBegins, 0, 1, "HEAD", "", 7.2});
  pass(15);
  ASSERT_FALSE(written_.empty());
  EXPECT_EQ(written_[0],
            "spl-run: still building: HEAD, 10 s, usually 7.2 s; 0 of 1 "
            "done\n");
}

TEST_F(Signs, NameAMeasurementThatIsWaitedForAndCountNoTimeOfIt) {
  const auto all = signs(Form::kLog);
  all->begin_measuring();
  all->measure({0, 0, 60});
  waits_for_ = "another measurement on vm (process 12 of anna)";
  pass(11);
  EXPECT_THAT(written_,
              ElementsAre("spl-run: still waiting for another measurement on "
                          "vm (process 12 of anna), 9 s\n"));
  waits_for_.clear();
  pass(10);
  EXPECT_EQ(written_.back(),
            "spl-run: still measuring: pilot, 9 s, at most 51 s more\n");
  all->measure({4, 40, 0.0945});
  pass(20);
  EXPECT_EQ(written_.back(),
            "spl-run: still measuring: block 4 of at most 40, 29 s, at most "
            "1 s more\n");
}

TEST_F(Signs, AreLessThanAMinuteApartBehindALine) {
  const auto all = signs(Form::kLog);
  all->begin_measuring();
  clock_.now += 500;
  all->note("one: holds");
  pass(60);
  ASSERT_THAT(times_, ElementsAre(550));
  EXPECT_EQ(written_[0], "spl-run: one: holds\n");
  EXPECT_EQ(written_[1], "spl-run: still measuring: pilot, 9 min 10 s\n");
}

TEST_F(Signs, BoundAPilotByItsBudgets) {
  const auto all = signs(Form::kLog);
  all->begin_measuring();
  all->measure({0, 0, 20});
  pass(20);
  EXPECT_THAT(
      written_,
      ElementsAre("spl-run: still measuring: pilot, 10 s, at most 10 s more\n",
                  "spl-run: still measuring: pilot, 20 s\n"));
}

TEST_F(Signs, TellWhatWasSeen) {
  const auto all = signs(Form::kLog);
  all->begin_measuring();
  all->measure({40, 85, 65});
  all->see("a(1) <= b(1) so far ratio 1.01 (0.98 .. 1.03)");
  pass(10);
  EXPECT_THAT(
      written_,
      ElementsAre("spl-run: still measuring: block 40 of at most 85, 10 "
                  "s, at most 1 min 5 s more; a(1) <= b(1) so far "
                  "ratio 1.01 (0.98 .. 1.03)\n"));
}

TEST_F(Signs, BoundWhatIsLeftByWholeSeconds) {
  const auto all = signs(Form::kLine);
  all->measure({39, 40, 0.0945});
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kmeasuring: block 39 of at most 40, 0 s, at "
                          "most 1 s more"));
}

TEST_F(Signs, NameAnotherProcessThatBuilds) {
  const auto all = signs(Form::kLog);
  all->build({What::kBegins, 0, 2, "v1"});
  all->build({What::kWaits, 0, 2, "v1"});
  pass(10);
  EXPECT_THAT(written_,
              ElementsAre("spl-run: still waiting for another spl-run, which "
                          "builds v1, 10 s; 0 of 2 done\n"));
}

TEST_F(Signs, NumberExperiments) {
  const auto all = signs(Form::kLine);
  all->measure({12, 40, 31, 2, 7});
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kmeasuring: 2 of 7, block 12 of at most 40, "
                          "0 s, at most 31 s more"));
}

TEST_F(Signs, AreALineOfATerminalThatIsWrittenOver) {
  const auto all = signs(Form::kLine);
  all->build({What::kBegins, 0, 2, "HEAD", folder_.path() / "none", 180});
  const std::string log = folder_.write("log", "[ 25%] Building a.o\n");
  all->build({What::kBegins, 0, 2, "HEAD~1", log});
  pass(1);
  all->build({What::kBuilt, 1, 2, "HEAD"});
  all->build({What::kBuilt, 2, 2, "HEAD~1"});
  all->pause();
  pass(100);
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kbuilding: HEAD, 0 s of about 3 min; 0 of 2 "
                          "done",
                          "\r\033[Kbuilding: HEAD, 0 s of about 3 min, and 1 "
                          "more at once; 0 of 2 done",
                          "\r\033[Kbuilding: HEAD, 1 s of about 3 min, and 1 "
                          "more at once; 0 of 2 done",
                          "\r\033[Kbuilding: HEAD~1, 25 %, 1 s; 1 of 2 done",
                          "\r\033[K"));
}

TEST_F(Signs, ShowOtherWorkFromItsFirstSecondOn) {
  const auto all = signs(Form::kLine);
  all->work("reading the repository");
  clock_.now += 0.5;
  beat_();
  EXPECT_THAT(written_, ElementsAre());
  all->pause();
  all->work("deciding", 0);
  pass(1);
  all->work("deciding", 0.25);
  pass(1);
  all->work("deciding", 1);
  pass(100);
  EXPECT_THAT(
      written_,
      ElementsAre("\r\033[Kdeciding, 1 s",
                  "\r\033[Kdeciding, 25 %, 1 s, about 5 s more",
                  "\r\033[Kdeciding, 25 %, 2 s, about 6 s more", "\r\033[K"));
}

TEST_F(Signs, ShowHowLongOtherWorkTakesAtMost) {
  const auto all = signs(Form::kLine);
  all->work_for("preparing links", 2.5);
  pass(3);
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kpreparing links, 1 s, at most 2 s more",
                          "\r\033[Kpreparing links, 1 s, at most 1 s more",
                          "\r\033[Kpreparing links, 2 s, at most 1 s more",
                          "\r\033[Kpreparing links, 2 s",
                          "\r\033[Kpreparing links, 3 s"));
}

TEST_F(Signs, ShowOtherWorkBetweenMeasurements) {
  const auto all = signs(Form::kLine);
  all->measure({90, 90, 0});
  all->work_for("preparing links", 5);
  pass(1);
  all->begin_measuring();
  pass(1);
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kmeasuring: block 90 of at most 90, 0 s",
                          "\r\033[Kpreparing links, 1 s, at most 4 s more",
                          "\r\033[Kmeasuring: pilot, 0 s",
                          "\r\033[Kmeasuring: pilot, 1 s"));
}

TEST_F(Signs, KeepNoLimitForWhatFollows) {
  const auto all = signs(Form::kLine);
  all->work_for("preparing links", 9);
  pass(1);
  all->work("preparing links");
  pass(1);
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kpreparing links, 1 s, at most 8 s more",
                          "\r\033[Kpreparing links, 1 s",
                          "\r\033[Kpreparing links, 2 s"));
}

TEST_F(Signs, AreLinesOfALogWhereOtherWorkTakesLong) {
  const auto all = signs(Form::kLog);
  all->work("drawing from sort(100)", 0.5);
  pass(30);
  EXPECT_THAT(written_,
              ElementsAre("spl-run: still drawing from sort(100), 50 %, 10 s, "
                          "about 11 s more\n",
                          "spl-run: still drawing from sort(100), 50 %, 20 s, "
                          "about 21 s more\n"));
}

// Tests script the readings.
TEST_F(Signs, ReadNoClockForOtherWorkBetweenBeats) {
  const auto all = signs(Form::kLine);
  clock_.now = -1;
  all->work("deciding", 0.5);
  clock_.now = 1000;
  pass(1);
  EXPECT_THAT(written_,
              ElementsAre("\r\033[Kdeciding, 50 %, 1 s, about 1 s more"));
}

// A block may take a millisecond.
TEST_F(Signs, DoNotWriteToATerminalAllTheTime) {
  const auto all = signs(Form::kLine);
  for (std::size_t block = 0; block < 1000; ++block) {
    all->measure({block, 1000, 0});
    clock_.now += 1.0 / 512;
  }
  all->measure({1000, 1000, 0});
  EXPECT_LE(written_.size(), 22U);
  EXPECT_EQ(written_.back(),
            "\r\033[Kmeasuring: block 1000 of at most 1000, 1 s");
}

TEST_F(Signs, ArePatientWhereShortWorkIsReportedElsewhere) {
  const auto all = signs(Form::kLog, 10);
  all->begin_measuring();
  pass(9);
  all->note("one: holds");
  EXPECT_THAT(written_, ElementsAre());
  pass(1);
  all->note("two: holds");
  EXPECT_THAT(written_, ElementsAre("spl-run: still measuring: pilot, 10 s\n",
                                    "spl-run: two: holds\n"));
}

TEST_F(Signs, AreNoneWhereNothingGoesOn) {
  const auto all = signs(Form::kLog);
  all->begin_measuring();
  all->pause();
  pass(200);
  EXPECT_THAT(written_, ElementsAre());
}

TEST_F(Signs, AskNoClockAndBeatNotWhereNobodyWantsThem) {
  const auto all = signs(Form::kNone);
  all->begin_measuring();
  all->build({What::kBegins, 0, 2, "HEAD"});
  all->note("one");
  all->pause();
  EXPECT_FALSE(beat_);
  EXPECT_THAT(written_, ElementsAre());
}

TEST(Pulse, BeatsUntilItIsDestroyed) {
  std::mutex mutex;
  std::condition_variable beaten;
  bool has_beaten = false;
  {
    const auto pulse = make_pulse([&] {
      const std::lock_guard lock(mutex);
      has_beaten = true;
      beaten.notify_one();
    });
    std::unique_lock lock(mutex);
    beaten.wait(lock, [&] { return has_beaten; });
  }
  EXPECT_TRUE(has_beaten);
}

}  // namespace
}  // namespace spl::runner
