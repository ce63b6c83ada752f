// At which processor processes begin. What others run meanwhile moves them, so
// these are tests for a machine that does nothing else.

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "runner/programs/process_launcher.hpp"
#include "runner/system/process.hpp"
#include "runner/system/processors.hpp"

namespace spl::runner {
namespace {

using ::testing::EndsWith;
using Clock = std::chrono::steady_clock;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) / 1e6;
}

/// Processor time of all processes but this one and those that it waited for.
double seconds_of_others() {
  std::ifstream facts("/proc/stat");
  std::string name;
  double ticks[3] = {};  // User, nice, system.
  facts >> name >> ticks[0] >> ticks[1] >> ticks[2];
  double result = (ticks[0] + ticks[1] + ticks[2]) /
                  static_cast<double>(sysconf(_SC_CLK_TCK));
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    result -= seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return result;
}

/// Returns whether the processor, one case after the other, follows the place
/// in `usable` that is drawn for it: more often than by chance.
template <typename BeganThere>
bool follows_draws(const Processors& usable, const BeganThere& began_there) {
  constexpr int kMostDraws = 100;
  constexpr int kFewestHits = 10;
  constexpr double kStandardDeviations = 5;
  const double chance = 1 / static_cast<double>(usable.size());
  static std::mt19937 random;
  std::uniform_int_distribution<std::size_t> draw(0, usable.size() - 1);
  int hits = 0;
  for (int draws = 1; draws <= kMostDraws; ++draws) {
    hits += began_there(draw(random)) ? 1 : 0;
    const double deviation = std::sqrt(draws * chance * (1 - chance));
    const double excess = hits - draws * chance;
    if (hits >= kFewestHits && excess > kStandardDeviations * deviation) {
      return true;
    }
  }
  return false;
}

class Beginning : public ::testing::Test {
 protected:
  void SetUp() override {
    if (usable_.size() < 2) GTEST_SKIP() << "needs two processors";
  }

  /// Expects one of several series to follow its draws, unless others run here.
  template <typename Series>
  static void expect_following(const Series& series) {
    constexpr int kSeries = 10;
    constexpr double kOthers = 0.05;  // Of the time of one processor.
    const double others = seconds_of_others();
    const auto start = Clock::now();
    for (int i = 0; i < kSeries; ++i) {
      if (series()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    const std::chrono::duration<double> time = Clock::now() - start;
    if (seconds_of_others() - others > kOthers * time.count()) {
      GTEST_SKIP() << "others run here, too";
    }
    ADD_FAILURE() << "none of " << kSeries << " series follows its draws";
  }

  Processors usable_ = usable_processors();
};

TEST_F(Beginning, IsWhereACommandIsTold) {
  Command command;
  // Field 39, as those after the name are from 3 on.
  command.words = {"/bin/sh", "-c",
                   "read -r facts < /proc/self/stat; set -- ${facts##*)}; "
                   "shift 36; echo $1"};
  command.environment = own_environment();
  expect_following([&] {
    return follows_draws(usable_, [&](std::size_t place) {
      command.processor = usable_[place];
      return execute(command).output == std::to_string(usable_[place]) + '\n';
    });
  });
}

RunOrder order(const std::string& method, std::uint64_t seed) {
  RunOrder result;
  result.program = SPL_FAULTY_WORKER;
  result.performance.method = method;
  result.seed = seed;
  result.observations = 1;
  result.timeout = std::chrono::minutes(1);
  return result;
}

TEST_F(Beginning, IsTheSameOfAllRunsOfABlock) {
  std::uint64_t seed = 0;
  expect_following([&] {
    ProcessLauncher launcher(SPL_RUN, SPL_FAULTY_WORKER ".lock");
    return follows_draws(usable_, [&](std::size_t place) {
      seed += usable_.size();
      RunOrder elsewhere = order("ends_at", seed + place);
      elsewhere.performance.arguments = {
          static_cast<double>(place == 0 ? usable_.back() : usable_.front())};
      const auto runs =
          launcher.measure({0, {elsewhere, order("is_at", seed + place)}}).runs;
      EXPECT_EQ(runs[0].answer.failure, "");
      const std::string told = runs[1].answer.failure;
      EXPECT_THAT(told, EndsWith(" of " + std::to_string(usable_.size())));
      return told.starts_with("failed: " + std::to_string(usable_[place]) +
                              ' ');
    });
  });
}

}  // namespace
}  // namespace spl::runner
