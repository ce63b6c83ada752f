#include "runner/store/experiment.hpp"

#include <set>

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

TEST(Uuid, IsDrawnInVersion4) {
  std::set<Uuid> drawn;
  for (int i = 0; i < 1000; ++i) {
    const Uuid uuid = random_uuid();
    const std::string text = to_text(uuid);
    ASSERT_EQ(text.size(), 36U);
    EXPECT_EQ(text[14], '4') << text;
    EXPECT_NE(std::string("89ab").find(text[19]), std::string::npos) << text;
    drawn.insert(uuid);
  }
  EXPECT_EQ(drawn.size(), 1000U);
}

// Expected value: python3 -c "import hashlib, uuid; print(uuid.UUID(bytes=
// hashlib.sha1(b'spl-run store' + b'a(10)').digest()[:16], version=5))"
TEST(Uuid, OfATextIsTheSameEverywhere) {
  EXPECT_EQ(to_text(uuid_of("a(10)")), "d9f251c8-b2cf-5fc1-ae9e-3c6311f9472d");
  EXPECT_NE(uuid_of("a(10)"), uuid_of("a(11)"));
}

}  // namespace

}  // namespace spl::runner
