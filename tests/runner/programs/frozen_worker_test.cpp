// Programs of earlier and later days.

#include <gmock/gmock.h>

#include <filesystem>

#include "runner/programs/process_launcher.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr const char* kFrozenLock = SPL_FROZEN_WORKER_4 ".lock";

std::string error_of(const std::string& program, ProtocolVersions versions) {
  ProcessLauncher launcher(SPL_RUN, kFrozenLock, versions);
  try {
    (void)launcher.catalogue(program);
  } catch (const ProgramError& error) {
    return error.what();
  }
  return "no error";
}

RunOrder order(const std::string& method) {
  RunOrder result;
  result.program = SPL_FROZEN_WORKER_4;
  result.performance.method = method;
  result.performance.arguments = {10.0};
  result.observations = 3;
  result.timeout = std::chrono::minutes(1);
  result.metrics = {workload::Metric::kWall, workload::Metric::kCpu};
  result.version = 4;
  return result;
}

TEST(FrozenWorker, TellsItsWorkloads) {
  ProcessLauncher launcher(SPL_RUN, kFrozenLock);
  const auto answer = launcher.catalogue(SPL_FROZEN_WORKER_4);
  EXPECT_EQ(answer.version, 4);
  EXPECT_EQ(answer.build.compiler, "GCC 9.4");
  std::vector<std::string> names;
  for (const workload::EntryFacts& one : answer.entries) {
    names.push_back(one.name);
  }
  EXPECT_THAT(names,
              ElementsAre("fast", "slow", "List.find", "filled", "keys"));
  EXPECT_THAT(answer.entries[0].parameters, SizeIs(1));
  EXPECT_EQ(answer.entries[3].instance, "List");
  ASSERT_THAT(answer.missing, SizeIs(1));
  EXPECT_EQ(answer.missing[0].reason, "has no counters");
}

TEST(FrozenWorker, IsMeasured) {
  ProcessLauncher launcher(SPL_RUN, kFrozenLock);
  RunOrder method = order("List.find");
  method.performance.generator = "keys";
  method.performance.factory = "filled";
  const auto runs =
      launcher.measure({0, {order("fast"), method, order("gone")}}).runs;
  ASSERT_THAT(runs, SizeIs(3));
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(runs[i].answer.failure, "");
    EXPECT_EQ(runs[i].answer.iterations, 100U);
    EXPECT_THAT(runs[i].answer.observations, SizeIs(3));
    EXPECT_THAT(runs[i].answer.others, ElementsAre(SizeIs(3)));
  }
  EXPECT_EQ(runs[2].answer.failure,
            "\"gone\" is not registered in this program");
}

TEST(FrozenWorker, IsAskedInItsOwnVersionByLaterOnes) {
  // As if there were a version 8, which it cannot know, either.
  ProcessLauncher launcher(SPL_RUN, kFrozenLock, {4, 9});
  EXPECT_EQ(launcher.catalogue(SPL_FROZEN_WORKER_4).version, 4);
  EXPECT_EQ(launcher.catalogue(SPL_FROZEN_WORKER_5).version, 5);
}

/// Counts how a program of version 4, asked for three observations, treats five
/// disturbed ones.
workload::DisturbedCounts told(workload::Disturbed disturbed) {
  const TemporaryFolder folder;
  const std::string program = folder.write(
      "worker",
      "#!/bin/sh\n"
      "result=$(printf '%s' \"$SPL_WORKER\" | sed -n 's/^result //p')\n"
      "printf '%s\\n' 'spl-run 4' 'iterations 1' 'warmup 2' 'disturbed 5' \\\n"
      "  'warmup_ns 3' 'counted_ns 4' 'observation 5' \\\n"
      "  'observation 6' 'observation 7' 'other 1' 'observation 1' \\\n"
      "  'observation 1' 'observation 1' end >\"$result\"\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  ProcessLauncher launcher(SPL_RUN, kFrozenLock);
  RunOrder one = order("fast");
  one.program = program;
  one.disturbed = disturbed;
  const auto runs = launcher.measure({0, {one}}).runs;
  EXPECT_EQ(runs.at(0).answer.failure, "");
  return runs.at(0).answer.disturbed;
}

TEST(FrozenWorker, MadeWhatWasDisturbedAgainOrKeptIt) {
  using workload::Disturbed;
  for (const Disturbed one : {Disturbed::kNet, Disturbed::kKept}) {
    EXPECT_EQ(told(one).kept, 5U);
    EXPECT_EQ(told(one).sum(), 5U);
  }
  EXPECT_EQ(told(Disturbed::kAgain).again, 3U);
  EXPECT_EQ(told(Disturbed::kAgain).kept, 2U);
}

TEST(FrozenWorker, IsRefusedWhereItsVersionIsNotSpoken) {
  const std::string known = " of the worker protocol, and this spl-run speaks ";
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_9, {}),
            std::string(SPL_FROZEN_WORKER_9) + " speaks version 9" + known +
                "4 to 8; update spl-run");
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_3, {}),
            std::string(SPL_FROZEN_WORKER_3) + " speaks version 3" + known +
                "4 to 8; build it with a later SPL");
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_3, {4, 4}),
            std::string(SPL_FROZEN_WORKER_3) + " speaks version 3" + known +
                "only 4; build it with a later SPL");
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_3, {4, 9}),
            std::string(SPL_FROZEN_WORKER_3) + " speaks version 3" + known +
                "4 to 9; build it with a later SPL");
}

TEST(SpokenVersion, IsWhatTheRefusalSays) {
  const std::string words =
      "SPL worker: the request in SPL_WORKER cannot be "
      "read: line 1: expected \"spl-request ";
  EXPECT_EQ(spoken_version(words + "12\", found \"spl-request 4\"; are"), 12);
  EXPECT_EQ(spoken_version("noise\n" + words + "5\", found"), 5);
  for (const char* rest : {"", "5", "x\"", "-5\"", "99999999999999\""}) {
    EXPECT_EQ(spoken_version(words + rest), std::nullopt) << rest;
  }
  EXPECT_EQ(spoken_version("usage: tool FILE"), std::nullopt);
}

}  // namespace
}  // namespace spl::runner
