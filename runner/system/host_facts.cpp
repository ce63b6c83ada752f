#include "runner/system/host_facts.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

// Larger limits mean "no limit", which is LLONG_MAX in pages.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60;
constexpr double kMuchSteal = 0.01;

/// Returns the first line of a file, if there is one.
std::optional<std::string> line_of(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

template <typename Number>
std::optional<Number> number_of(const fs::path& path) {
  std::ifstream file(path);
  Number number{};
  if (!(file >> number)) return std::nullopt;
  return number;
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> result;
  for (fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    result.push_back(at->path());
  }
  std::ranges::sort(result);
  return result;
}

/// Returns the value of the first line "KEY : VALUE" in a file like
/// /proc/cpuinfo.
std::optional<std::string> field(const fs::path& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> processors(const fs::path& root) {
  std::ifstream file(root / "proc/stat");
  std::uint64_t count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.size() > 3 && line.starts_with("cpu") && line[3] != ' ') ++count;
  }
  if (count == 0) return std::nullopt;
  return count;
}

std::optional<std::string> governor(const fs::path& root) {
  std::set<std::string> all;
  for (const fs::path& policy :
       sorted_entries(root / "sys/devices/system/cpu/cpufreq")) {
    if (const auto one = line_of(policy / "scaling_governor")) all.insert(*one);
  }
  if (all.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(all, ", "));
}

std::optional<bool> turbo(const fs::path& root) {
  const fs::path folder = root / "sys/devices/system/cpu";
  if (const auto off = number_of<int>(folder / "intel_pstate/no_turbo")) {
    return *off == 0;
  }
  if (const auto on = number_of<int>(folder / "cpufreq/boost")) {
    return *on != 0;
  }
  return std::nullopt;
}

std::optional<bool> smt(const fs::path& root) {
  const auto active =
      number_of<int>(root / "sys/devices/system/cpu/smt/active");
  if (!active) return std::nullopt;
  return *active != 0;
}

/// Reads a line like `0.20 0.18 0.12 1/80 11206`.
void read_load(const fs::path& root, HostFacts& facts) {
  std::ifstream file(root / "proc/loadavg");
  double one = 0;
  double five = 0;
  double fifteen = 0;
  std::uint64_t runnable = 0;
  if (!(file >> one >> five >> fifteen >> runnable)) return;
  facts.load = one;
  facts.runnable = runnable;
}

std::optional<std::string> virtualization(const fs::path& root) {
  const auto flags = field(root / "proc/cpuinfo", "flags");
  const bool hypervisor =
      flags && (' ' + *flags + ' ').find(" hypervisor ") != std::string::npos;
  if (auto type = line_of(root / "sys/hypervisor/type")) return type;
  if (!hypervisor) {
    if (!flags) return std::nullopt;
    return "";
  }
  const auto vendor = line_of(root / "sys/class/dmi/id/sys_vendor");
  return vendor ? *vendor : "unknown";
}

/// Batteries of mice and the like have the scope "Device".
std::optional<bool> on_battery(const fs::path& root) {
  bool known = false;
  bool discharging = false;
  for (const fs::path& supply :
       sorted_entries(root / "sys/class/power_supply")) {
    const auto type = line_of(supply / "type");
    if (type == "Mains") {
      known = true;
      if (number_of<int>(supply / "online") == 1) return false;
    } else if (type == "Battery" && line_of(supply / "scope") != "Device") {
      known = true;
      discharging |= line_of(supply / "status") == "Discharging";
    }
  }
  if (!known) return std::nullopt;
  return discharging;
}

/// Returns the group's folder and those above it, for a controller of version
/// 1, or for version 2 (an empty name). A container sees its own as the
/// topmost.
std::vector<fs::path> group_folders(const fs::path& root,
                                    const std::string& controller) {
  std::ifstream file(root / "proc/self/cgroup");
  const fs::path top = root / "sys/fs/cgroup" / controller;
  std::vector<fs::path> result;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names =
        ',' + line.substr(first + 1, second - first - 1) + ',';
    if (names.find(',' + controller + ',') == std::string::npos) continue;
    fs::path path = fs::path(line.substr(second + 1)).relative_path();
    for (; !path.empty(); path = path.parent_path()) {
      result.push_back(top / path);
    }
    break;
  }
  result.push_back(top);
  return result;
}

template <typename Number>
void lower_to(std::optional<Number>& least, std::optional<Number> other) {
  if (other && (!least || *other < *least)) least = other;
}

/// Reads a quota like `50000 100000` or `max 100000`.
std::optional<double> quota_2(const fs::path& folder) {
  std::ifstream file(folder / "cpu.max");
  double quota = 0;
  double period = 0;
  if (!(file >> quota >> period) || period <= 0) return std::nullopt;
  return quota / period;
}

std::optional<double> quota_1(const fs::path& folder) {
  const auto quota = number_of<double>(folder / "cpu.cfs_quota_us");
  const auto period = number_of<double>(folder / "cpu.cfs_period_us");
  if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
  return *quota / *period;
}

void read_limits(const fs::path& root, HostFacts& facts) {
  for (const fs::path& folder : group_folders(root, "")) {
    lower_to(facts.quota, quota_2(folder));
    lower_to(facts.memory_limit,
             number_of<std::uint64_t>(folder / "memory.max"));
  }
  for (const fs::path& folder : group_folders(root, "cpu")) {
    lower_to(facts.quota, quota_1(folder));
  }
  for (const fs::path& folder : group_folders(root, "memory")) {
    lower_to(facts.memory_limit,
             number_of<std::uint64_t>(folder / "memory.limit_in_bytes"));
  }
  if (facts.memory_limit >= kNoLimit) facts.memory_limit.reset();
}

/// Returns the largest `nr_throttled 12` of the group and the groups above it.
std::uint64_t throttled(const fs::path& root) {
  std::uint64_t most = 0;
  for (const char* controller : {"", "cpu"}) {
    for (const fs::path& folder : group_folders(root, controller)) {
      std::ifstream file(folder / "cpu.stat");
      std::string name;
      for (std::uint64_t count = 0; file >> name >> count;) {
        if (name == "nr_throttled") most = std::max(most, count);
      }
    }
  }
  return most;
}

std::string yes_no(bool yes) { return yes ? "on" : "off"; }

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

HostFacts host_facts(const fs::path& root) {
  HostFacts facts;
  facts.name = line_of(root / "proc/sys/kernel/hostname").value_or("");
  facts.kernel = line_of(root / "proc/sys/kernel/osrelease");
  facts.processor = field(root / "proc/cpuinfo", "model name");
  facts.processors = processors(root);
  facts.governor = governor(root);
  facts.turbo = turbo(root);
  facts.smt = smt(root);
  read_load(root, facts);
  facts.virtualization = virtualization(root);
  facts.on_battery = on_battery(root);
  read_limits(root, facts);
  if (const auto level =
          number_of<int>(root / "proc/sys/kernel/randomize_va_space")) {
    facts.layout_randomized = *level != 0;
  }
  return facts;
}

std::string processor_model(const fs::path& root) {
  constexpr std::string_view kKeys[] = {
      "vendor_id",       "cpu family",       "model",    "flags",
      "CPU implementer", "CPU architecture", "CPU part", "Features"};
  std::ifstream file(root / "proc/cpuinfo");
  std::string result;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    if (std::ranges::any_of(kKeys, [&](std::string_view key) {
          return line.starts_with(key);
        })) {
      result += line + '\n';
    }
  }
  return result;
}

HostCounters host_counters(const fs::path& root) {
  HostCounters counters;
  std::ifstream file(root / "proc/stat");
  std::string name;
  // user nice system idle iowait irq softirq steal; guests count as user.
  std::array<std::uint64_t, 8> ticks{};
  if (file >> name) {
    for (std::uint64_t& one : ticks) file >> one;
  }
  for (const std::uint64_t one : ticks) counters.ticks += one;
  counters.stolen = ticks.back();
  counters.throttled = throttled(root);
  return counters;
}

HostRecord record(HostFacts facts, const HostCounters& before,
                  const HostCounters& after) {
  HostRecord result{std::move(facts), 0, 0};
  if (after.ticks > before.ticks && after.stolen >= before.stolen) {
    result.steal = static_cast<double>(after.stolen - before.stolen) /
                   static_cast<double>(after.ticks - before.ticks);
  }
  if (after.throttled > before.throttled) {
    result.throttled = after.throttled - before.throttled;
  }
  return result;
}

bool is_busy(const HostFacts& facts) {
  const std::uint64_t all = facts.processors.value_or(kNoLimit);
  return facts.load.value_or(0) > static_cast<double>(all) &&
         facts.runnable.value_or(0) > all;
}

Warnings warnings(const HostRecord& host, std::string_view metric) {
  const HostFacts& facts = host.facts;
  Warnings result;
  const auto warn = [&](const std::string& text) {
    result.emplace_back(facts.name, ": " + text);
  };
  static const std::set<std::string> kSteady{"performance", "userspace"};
  if (facts.governor && !kSteady.contains(*facts.governor)) {
    warn("the frequency governor is " + *facts.governor +
         ", which changes the processors' speed during the measurement; choose "
         "another (cpupower frequency-set -g performance)");
  }
  if (facts.on_battery.value_or(false)) {
    result.emplace_back(
        facts.name,
        " runs on battery, which slows processors down; plug it in");
  }
  if (is_busy(facts)) {
    warn(fmt::format(
        "busy: {} threads want its {} processors (load {}); end other "
        "programs there{}",
        *facts.runnable, *facts.processors, *facts.load,
        metric == "wall" ? ", or compare processor time (--metric cpu)" : ""));
  }
  if (facts.quota.value_or(1) < 1) {
    warn(fmt::format(
        "the control group grants {:.2g} of a processor and stops what is "
        "measured when that is used up; grant it at least 2 (docker run "
        "--cpus 2, or CPUQuota=200% in systemd)",
        *facts.quota));
  } else if (host.throttled > 0) {
    warn(
        fmt::format("the quota of processor time stopped the control group {} "
                    "{} during the measurement; raise the quota (docker run "
                    "--cpus, or CPUQuota= in systemd)",
                    host.throttled, host.throttled == 1 ? "time" : "times"));
  }
  if (!facts.layout_randomized.value_or(true)) {
    result.emplace_back(
        facts.name,
        " does not randomise address spaces, so every run has the same layout, "
        "which may favour one side; allow it (sysctl "
        "kernel.randomize_va_space=2), and do not use setarch -R");
  }
  if (host.steal > kMuchSteal) {
    warn("its host gave " + percent_text(host.steal) +
         " of the processors' time to other virtual machines, which no run can "
         "see; measure when the host is quieter, or on a dedicated machine");
  }
  return result;
}

std::string to_text(const HostRecord& host) {
  const HostFacts& facts = host.facts;
  std::vector<std::string> parts;
  if (facts.kernel) parts.push_back("Linux " + *facts.kernel);
  if (facts.processors) {
    parts.push_back(std::to_string(*facts.processors) +
                    (*facts.processors == 1 ? " processor" : " processors"));
  }
  if (facts.processor) parts.push_back(*facts.processor);
  if (facts.governor) parts.push_back("governor " + *facts.governor);
  if (facts.turbo) parts.push_back("turbo " + yes_no(*facts.turbo));
  if (facts.smt) parts.push_back("SMT " + yes_no(*facts.smt));
  if (facts.load) parts.push_back(fmt::format("load {}", *facts.load));
  if (facts.virtualization && !facts.virtualization->empty()) {
    parts.push_back("virtual machine (" + *facts.virtualization + ')');
  }
  if (facts.on_battery) {
    parts.push_back(*facts.on_battery ? "on battery" : "on mains");
  }
  if (facts.quota) {
    parts.push_back(fmt::format("quota of {:.3g} processors", *facts.quota));
  }
  if (facts.memory_limit) {
    parts.push_back(
        fmt::format("memory limit {} MB", *facts.memory_limit >> 20));
  }
  parts.push_back("steal " + percent_text(host.steal));
  return fmt::format("{}: {}", facts.name, fmt::join(parts, ", "));
}

}  // namespace spl::runner
