// At which processor processes begin. What others run meanwhile moves them, so
// these are tests for a machine that does nothing else.

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "runner/process.hpp"
#include "runner/process_launcher.hpp"
#include "runner/processors.hpp"

namespace spl::runner {
namespace {

using ::testing::EndsWith;

/// Whether what began there, one case after the other, follows the place in
/// `usable` that is drawn for it: more often than by chance.
template <typename BeganThere>
bool follows_draws(const Processors& usable, const BeganThere& began_there) {
  constexpr int kMostDraws = 400;
  constexpr int kFewestHits = 10;
  constexpr double kStandardDeviations = 5;
  const double chance = 1 / static_cast<double>(usable.size());
  std::mt19937 random;
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

  Processors usable_ = usable_processors();
};

TEST_F(Beginning, IsWhereACommandIsTold) {
  Command command;
  // Field 39, as those behind the name are from 3 on.
  command.words = {"/bin/sh", "-c",
                   "read -r facts < /proc/self/stat; set -- ${facts##*)}; "
                   "shift 36; echo $1"};
  command.environment = own_environment();
  EXPECT_TRUE(follows_draws(usable_, [&](std::size_t place) {
    command.processor = usable_[place];
    return execute(command).output == std::to_string(usable_[place]) + '\n';
  }));
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
  ProcessLauncher launcher(SPL_RUN, SPL_FAULTY_WORKER ".lock");
  std::uint64_t seed = 0;
  EXPECT_TRUE(follows_draws(usable_, [&](std::size_t place) {
    seed += usable_.size();
    RunOrder elsewhere = order("ends_at", seed + place);
    elsewhere.performance.arguments = {
        static_cast<double>(place == 0 ? usable_.back() : usable_.front())};
    const auto runs =
        launcher.measure({0, {elsewhere, order("is_at", seed + place)}}).runs;
    EXPECT_EQ(runs[0].answer.failure, "");
    const std::string told = runs[1].answer.failure;
    EXPECT_THAT(told, EndsWith(" of " + std::to_string(usable_.size())));
    return told.starts_with("failed: " + std::to_string(usable_[place]) + ' ');
  }));
}

}  // namespace
}  // namespace spl::runner
