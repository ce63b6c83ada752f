// Programs of earlier and later days.

#include <gmock/gmock.h>

#include "runner/process_launcher.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr const char* kLock = SPL_FROZEN_WORKER_4 ".lock";

std::string error_of(const std::string& program, ProtocolVersions versions) {
  ProcessLauncher launcher(SPL_RUN, kLock, versions);
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
  ProcessLauncher launcher(SPL_RUN, kLock);
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
  ProcessLauncher launcher(SPL_RUN, kLock);
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
  // As if there were versions 5 and 6 that it cannot know.
  ProcessLauncher launcher(SPL_RUN, kLock, {4, 6});
  EXPECT_EQ(launcher.catalogue(SPL_FROZEN_WORKER_4).version, 4);
}

TEST(FrozenWorker, IsRefusedWhereItsVersionIsNotSpoken) {
  const std::string known = " of the worker protocol, and this spl-run speaks ";
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_5, {}),
            std::string(SPL_FROZEN_WORKER_5) + " speaks version 5" + known +
                "only 4; update spl-run");
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_3, {}),
            std::string(SPL_FROZEN_WORKER_3) + " speaks version 3" + known +
                "only 4; build it with a later SPL");
  EXPECT_EQ(error_of(SPL_FROZEN_WORKER_3, {4, 6}),
            std::string(SPL_FROZEN_WORKER_3) + " speaks version 3" + known +
                "4 to 6; build it with a later SPL");
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
