#include "runner/store/experiment.hpp"

#include <gtest/gtest.h>

#include "tests/runner/store/sample_experiment.hpp"

namespace spl::runner {
namespace {

TEST(Experiment, NamesAMachineByWhatDoesNotChangeFromHourToHour) {
  HostFacts host = sample_series()[0].host;
  const Uuid uuid = uuid_of(host);
  host.load = 17;
  host.runnable = 20;
  host.on_battery = true;
  EXPECT_EQ(uuid_of(host), uuid);
  host.governor = "performance";
  EXPECT_NE(uuid_of(host), uuid);
}

TEST(Experiment, NamesABuildByAllThatWentIntoIt) {
  const BuildIdentity build = sample_series()[0].build;
  BuildIdentity other = build;
  EXPECT_EQ(uuid_of(other), uuid_of(build));
  other.content = "changed";
  EXPECT_NE(uuid_of(other), uuid_of(build));
  other = build;
  other.facts.flags = "-O3";
  EXPECT_NE(uuid_of(other), uuid_of(build));
}

TEST(Experiment, NamesAPerformanceWithoutItsRevision) {
  const logic::Performance one{"a", "", "", "v1", {10.0}};
  const logic::Performance other{"a", "", "", "main~2", {10.0}};
  EXPECT_EQ(uuid_of(one), uuid_of(other));
  EXPECT_NE(uuid_of(one), uuid_of(logic::Performance{"a", "", "", "", {11.0}}));
}

}  // namespace
}  // namespace spl::runner
