#include "spl/workload/throttling.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "spl/workload/scheduler_delay.hpp"

namespace spl::workload {
namespace {

namespace fs = std::filesystem;

/// A folder in place of the root, with accounts of control groups.
class Machine {
 public:
  Machine() { root_ = mkdtemp(root_.data()); }
  ~Machine() { fs::remove_all(root_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void say(const std::string& path, const std::string& text) const {
    const fs::path file = fs::path(root_) / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  [[nodiscard]] const char* root() const { return root_.c_str(); }

 private:
  std::string root_ = "/tmp/spl-groups-XXXXXX";
};

TEST(Throttling, AddsUpTheGroupAndThoseAboveInVersion2) {
  const Machine machine;
  machine.say("proc/self/cgroup", "0::/a/b/c\n");
  machine.say("sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n");
  machine.say("sys/fs/cgroup/a/b/c/cpu.stat", "throttled_usec 9000\n");
  machine.say("sys/fs/cgroup/a/b/cpu.max", "20000 100000\n");
  machine.say("sys/fs/cgroup/a/b/cpu.stat",
              "usage_usec 5\nnr_throttled 3\nthrottled_usec 7\n");
  machine.say("sys/fs/cgroup/cpu.max", "50000 100000\n");
  machine.say("sys/fs/cgroup/cpu.stat", "throttled_usec 30\n");
  const Throttling throttling(machine.root());
  EXPECT_EQ(throttling.stopped_ns(), 37'000U);
  machine.say("sys/fs/cgroup/a/b/cpu.stat", "throttled_usec 8\n");
  EXPECT_EQ(throttling.stopped_ns(), 38'000U);
}

TEST(Throttling, TakesVersion1FromTheHierarchyOfProcessorTime) {
  const Machine machine;
  machine.say("proc/self/cgroup",
              "5:cpuset:/x\n4:cpu,cpuacct:/x\n2:cpuacct:/y\n0::/z\n");
  machine.say("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "20000\n");
  machine.say("sys/fs/cgroup/cpu/x/cpu.stat",
              "nr_periods 4\nnr_throttled 2\nthrottled_time 123456\n");
  machine.say("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  machine.say("sys/fs/cgroup/cpu/cpu.stat", "throttled_time 5\n");
  EXPECT_EQ(Throttling(machine.root()).stopped_ns(), 123'456U);
}

TEST(Throttling, IsNothingWithoutAQuotaOrAnAccount) {
  const Machine machine;
  EXPECT_EQ(Throttling(machine.root()).stopped_ns(), 0U);
  for (const char* text : {"", "nonsense\n", "0::/a", "1:cpu\n", "::\n"}) {
    machine.say("proc/self/cgroup", text);
    EXPECT_EQ(Throttling(machine.root()).stopped_ns(), 0U) << text;
  }
  machine.say("sys/fs/cgroup/a/cpu.max", "20000 100000\n");
  EXPECT_EQ(Throttling(machine.root()).stopped_ns(), 0U);
}

// Nobody else had the time, so a measured call is not as quick as without it.
TEST(Throttling, IsNoDelayByOthers) {
  const Machine machine;
  machine.say("proc/self/cgroup", "0::/a\n");
  machine.say("sys/fs/cgroup/a/cpu.max", "20000 100000\n");
  machine.say("sys/fs/cgroup/a/cpu.stat", "throttled_usec 80\n");
  machine.say("schedstat", "100 2000 3\n");
  SchedulerDelay delay(std::string(machine.root()) + "/schedstat",
                       machine.root());
  (void)delay.since_last();
  machine.say("sys/fs/cgroup/a/cpu.stat", "throttled_usec 82\n");
  machine.say("schedstat", "100 7000 4\n");
  EXPECT_EQ(delay.since_last().ns, 3000U);
  // Other processors of the group were stopped, too.
  machine.say("sys/fs/cgroup/a/cpu.stat", "throttled_usec 200\n");
  machine.say("schedstat", "100 9000 5\n");
  const Delay last = delay.since_last();
  EXPECT_EQ(last.kind, Delay::Kind::kKnown);
  EXPECT_EQ(last.ns, 0U);
}

}  // namespace
}  // namespace spl::workload
