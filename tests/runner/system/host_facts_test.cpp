// Facts of machines whose /sys and /proc are made up.

#include "runner/system/host_facts.hpp"

#include <gmock/gmock.h>

#include <map>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Files = std::map<std::string, std::string>;

/// The root of a machine with these files.
class Machine {
 public:
  explicit Machine(const Files& files) {
    for (const auto& [path, content] : files) write(path, content);
  }

  void write(const std::string& path, const std::string& content) {
    (void)folder_.write(path, content);
  }

  [[nodiscard]] HostFacts facts() const { return host_facts(folder_.path()); }
  [[nodiscard]] HostCounters counters() const {
    return host_counters(folder_.path());
  }
  [[nodiscard]] std::vector<std::string> warnings() const {
    return to_texts(runner::warnings({facts(), 0, 0}));
  }

 private:
  TemporaryFolder folder_;
};

TEST(ProcessorModel, IsThatOfTheFirstWithItsFeatures) {
  const TemporaryFolder root;
  EXPECT_EQ(processor_model(root.path()), "");
  (void)root.write("proc/cpuinfo",
                   "processor\t: 0\nvendor_id\t: Tin\nmodel\t\t: 7\n"
                   "model name\t: Tin 4000\nstepping\t: 2\n"
                   "microcode\t: 0x1\ncpu MHz\t\t: 2000.123\n"
                   "flags\t\t: fpu sse\n\n"
                   "processor\t: 1\nflags\t\t: fpu\n");
  EXPECT_EQ(processor_model(root.path()),
            "vendor_id\t: Tin\nmodel\t\t: 7\nmodel name\t: Tin 4000\n"
            "flags\t\t: fpu sse\n");
}

const std::string kCpu = "sys/devices/system/cpu/";

Files quiet_server() {
  return {{"proc/sys/kernel/hostname", "server\n"},
          {"proc/sys/kernel/osrelease", "6.1.0-13-amd64\n"},
          {"proc/cpuinfo",
           "processor\t: 0\nmodel name\t: Tin 4000\nflags\t\t: fpu sse\n\n"},
          {"proc/stat",
           "cpu  10 0 10 70 0 0 5 5 0 0\ncpu0 5 0 5 35 0 0 5 0 0 0\n"
           "cpu1 5 0 5 35 0 0 0 5 0 0\nintr 5\n"},
          {"proc/loadavg", "0.25 0.50 0.75 1/80 4711\n"},
          {"proc/self/cgroup", "0::/job/step\n"},
          {"proc/sys/kernel/randomize_va_space", "2\n"},
          {kCpu + "cpufreq/policy0/scaling_governor", "performance\n"},
          {kCpu + "cpufreq/policy1/scaling_governor", "performance\n"},
          {kCpu + "intel_pstate/no_turbo", "1\n"},
          {kCpu + "smt/active", "1\n"}};
}

TEST(HostFacts, AreReadFromTheSystemsFiles) {
  HostFacts expected;
  expected.name = "server";
  expected.kernel = "6.1.0-13-amd64";
  expected.processor = "Tin 4000";
  expected.processors = 2;
  expected.governor = "performance";
  expected.turbo = false;
  expected.smt = true;
  expected.load = 0.25;
  expected.runnable = 1;
  expected.virtualization = "";
  expected.layout_randomized = true;
  const Machine machine(quiet_server());
  EXPECT_EQ(machine.facts(), expected);
  EXPECT_THAT(machine.warnings(), IsEmpty());
  EXPECT_EQ(to_text(HostRecord{machine.facts(), 0, 0}),
            "server: Linux 6.1.0-13-amd64, 2 processors, Tin 4000, governor "
            "performance, turbo off, SMT on, load 0.25, steal 0 %");
}

TEST(HostFacts, AreAbsentWhereTheSystemDoesNotTell) {
  const Machine machine({});
  EXPECT_EQ(machine.facts(), HostFacts());
  EXPECT_THAT(machine.warnings(), IsEmpty());
  EXPECT_EQ(machine.counters().ticks, 0U);
  EXPECT_EQ(to_text(HostRecord{}), ": steal 0 %");
  EXPECT_EQ(to_text(HostRecord{{}, 1, 0}), ": steal 100 %");
}

TEST(HostFacts, WarnOfGovernorsThatChangeFrequencies) {
  Machine machine(quiet_server());
  machine.write(kCpu + "cpufreq/policy1/scaling_governor", "powersave\n");
  EXPECT_EQ(machine.facts().governor, "performance, powersave");
  EXPECT_THAT(
      machine.warnings(),
      ElementsAre("server: the frequency governor is performance, powersave, "
                  "which changes the processors' speed during the measurement; "
                  "choose another (cpupower frequency-set -g performance)"));
}

TEST(HostFacts, WarnOfABattery) {
  Machine machine(quiet_server());
  const std::string supplies = "sys/class/power_supply/";
  machine.write(supplies + "mouse/type", "Battery\n");
  machine.write(supplies + "mouse/scope", "Device\n");
  machine.write(supplies + "mouse/status", "Discharging\n");
  EXPECT_EQ(machine.facts().on_battery, std::nullopt);
  machine.write(supplies + "BAT0/type", "Battery\n");
  machine.write(supplies + "BAT0/status", "Discharging\n");
  EXPECT_EQ(machine.facts().on_battery, true);
  EXPECT_THAT(
      machine.warnings(),
      ElementsAre(
          "server runs on battery, which slows processors down; plug it in"));
  machine.write(supplies + "AC/type", "Mains\n");
  machine.write(supplies + "AC/online", "1\n");
  EXPECT_EQ(machine.facts().on_battery, false);
}

TEST(HostFacts, WarnOfABusyMachineAndNotOfOneThatJustWas) {
  Machine machine(quiet_server());
  machine.write("proc/loadavg", "7.50 2.00 1.00 2/80 4711\n");
  EXPECT_THAT(machine.warnings(), IsEmpty());
  machine.write("proc/loadavg", "7.50 2.00 1.00 3/80 4711\n");
  EXPECT_THAT(
      machine.warnings(),
      ElementsAre("server: busy: 3 threads want its 2 processors (load 7.5); "
                  "end other programs there, or compare processor time "
                  "(--metric cpu)"));
  EXPECT_THAT(to_texts(warnings({machine.facts(), 0, 0}, "cpu")),
              ElementsAre("server: busy: 3 threads want its 2 processors (load "
                          "7.5); end other programs there"));
}

TEST(HostFacts, NameAVirtualMachine) {
  Machine machine(quiet_server());
  machine.write("proc/cpuinfo", "flags : fpu hypervisor sse\n");
  EXPECT_EQ(machine.facts().virtualization, "unknown");
  machine.write("sys/class/dmi/id/sys_vendor", "QEMU\n");
  EXPECT_EQ(machine.facts().virtualization, "QEMU");
  machine.write("sys/hypervisor/type", "xen\n");
  EXPECT_EQ(machine.facts().virtualization, "xen");
}

TEST(HostFacts, FindTheLeastLimitOfAllControlGroups) {
  Machine machine(quiet_server());
  const std::string groups = "sys/fs/cgroup/";
  machine.write(groups + "job/step/cpu.max", "max 100000\n");
  machine.write(groups + "job/step/memory.max", "max\n");
  EXPECT_EQ(machine.facts().quota, std::nullopt);
  EXPECT_EQ(machine.facts().memory_limit, std::nullopt);
  machine.write(groups + "job/cpu.max", "150000 100000\n");
  machine.write(groups + "job/memory.max", "1073741824\n");
  machine.write(groups + "memory.max", "2147483648\n");
  EXPECT_EQ(machine.facts().quota, 1.5);
  EXPECT_EQ(machine.facts().memory_limit, 1073741824U);
  EXPECT_THAT(machine.warnings(), IsEmpty());
  machine.write(groups + "cpu.max", "50000 100000\n");
  EXPECT_THAT(
      machine.warnings(),
      ElementsAre("server: the control group grants 0.5 of a processor and "
                  "stops what is measured when that is used up; grant it at "
                  "least 2 (docker run --cpus 2, or CPUQuota=200% in "
                  "systemd)"));
}

TEST(HostFacts, FindLimitsOfTheFirstVersionOfControlGroups) {
  Machine machine(quiet_server());
  machine.write("proc/self/cgroup", "5:cpu,cpuacct:/job\n4:memory:/job\n");
  machine.write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
  machine.write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  machine.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes",
                "9223372036854771712\n");
  EXPECT_EQ(machine.facts().quota, std::nullopt);
  EXPECT_EQ(machine.facts().memory_limit, std::nullopt);
  machine.write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "200000\n");
  machine.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "4096\n");
  EXPECT_EQ(machine.facts().quota, 2);
  EXPECT_EQ(machine.facts().memory_limit, 4096U);
}

TEST(HostFacts, WarnOfFixedLayouts) {
  Machine machine(quiet_server());
  machine.write("proc/sys/kernel/randomize_va_space", "0\n");
  EXPECT_THAT(
      machine.warnings(),
      ElementsAre(
          "server does not randomise address spaces, so every run has the same "
          "layout, which may favour one side; allow it (sysctl "
          "kernel.randomize_va_space=2), and do not use setarch -R"));
}

TEST(HostFacts, CountWhatWasStolenMeanwhile) {
  Machine machine(quiet_server());
  const HostCounters before = machine.counters();
  EXPECT_EQ(before.ticks, 100U);
  EXPECT_EQ(before.stolen, 5U);
  machine.write("proc/stat", "cpu  110 0 10 150 0 0 5 25 0 0\n");
  const HostRecord host = record(machine.facts(), before, machine.counters());
  EXPECT_EQ(host.steal, 0.1);
  EXPECT_THAT(
      to_texts(warnings(host)),
      ElementsAre("server: its host gave 10 % of the processors' time to other "
                  "virtual machines, which no run can see; measure when the "
                  "host is quieter, or on a dedicated machine"));
  EXPECT_EQ(warnings(host)[0].subject, "server");
  EXPECT_THAT(to_texts(warnings(record(machine.facts(), before, before))),
              IsEmpty());
}

TEST(HostFacts, CountHowOftenAQuotaStoppedTheGroup) {
  Machine machine(quiet_server());
  const std::string file = "sys/fs/cgroup/job/cpu.stat";
  machine.write(file, "usage_usec 5\nnr_periods 9\nnr_throttled 3\n");
  const HostCounters before = machine.counters();
  machine.write(file, "usage_usec 9\nnr_periods 19\nnr_throttled 4\n");
  EXPECT_THAT(
      to_texts(warnings(record(machine.facts(), before, machine.counters()))),
      ElementsAre("server: the quota of processor time stopped the control "
                  "group 1 time during the measurement; raise the quota "
                  "(docker run --cpus, or CPUQuota= in systemd)"));
}

}  // namespace
}  // namespace spl::runner
