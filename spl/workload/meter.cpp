#include "spl/workload/meter.hpp"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "spl/workload/allocations.hpp"
#include "spl/workload/limit_text.hpp"
#include "spl/workload/valgrind.hpp"

namespace spl::workload {
namespace {

class CpuMeter final : public Meter {
 public:
  std::uint64_t read() override {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_nsec);
  }
  [[nodiscard]] bool is_time() const override { return true; }
};

class PageFaultMeter final : public Meter {
 public:
  std::uint64_t read() override {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_minflt + usage.ru_majflt);
  }
};

class AllocationMeter final : public Meter {
 public:
  explicit AllocationMeter(std::uint64_t Allocations::*counted)
      : counted_(counted) {
    const std::string lack = count_allocations();
    if (!lack.empty()) throw MetricMissing(lack);
  }
  std::uint64_t read() override { return allocations().*counted_; }
  std::uint64_t begin() override {
    log_allocations(Logged::kPart);
    return read();
  }
  std::uint64_t end() override {
    log_allocations(Logged::kNothing);
    return read();
  }
  void begin_observation() override { log_allocations(Logged::kObservation); }

 private:
  std::uint64_t Allocations::*counted_;
};

/// Counts what a workload adds: the memory of the process itself, above all its
/// libraries, would hide that. Pages of files, which include parts of programs
/// and libraries touched for the first time, do not count. getrusage() does not
/// serve, since it counts memory inherited from a parent that used vfork.
class PeakMemoryMeter final : public Meter {
 public:
  PeakMemoryMeter() {
    begin_anew();
    if (before_.peak == 0) {
      throw MetricMissing(
          "finds no VmHWM in /proc/self/status, which has the peak; mount "
          "/proc");
    }
  }
  std::uint64_t read() override {
    const Resident now = resident();
    const std::uint64_t files =
        now.files > before_.files ? now.files - before_.files : 0;
    const std::uint64_t others = before_.peak + files;
    return now.peak > others ? now.peak - others : 0;
  }
  [[nodiscard]] bool adds_up() const override { return false; }
  void begin_anew() override {
    forget_peak();
    before_ = resident();
  }

 private:
  /// Resident memory in bytes.
  struct Resident {
    std::uint64_t peak = 0;   ///< The peak since it was last forgotten.
    std::uint64_t files = 0;  ///< Current pages of files.
  };

  /// If the kernel refuses, earlier peaks hide what the workload adds.
  static void forget_peak() {
    const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!::write(file, "5", 1);
    close(file);
  }

  static Resident resident() {
    const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    char text[4096];
    const ssize_t size = ::read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0) return {};
    text[size] = '\0';
    return {bytes_of(text, "VmHWM:"), bytes_of(text, "RssFile:")};
  }

  static std::uint64_t bytes_of(const char* text, const char* key) {
    const char* line = std::strstr(text, key);
    if (line == nullptr) return 0;
    return std::strtoull(line + std::strlen(key), nullptr, 10) * 1024;
  }

  Resident before_;
};

/// A counter of the processor, for this thread and threads that it starts. It
/// is pinned, so that it counts all the time or reports that it does not.
class ProcessorMeter final : public Meter {
 public:
  explicit ProcessorMeter(Metric metric) : metric_(metric) {
    perf_event_attr wanted{};
    wanted.size = sizeof wanted;
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = event(metric);
    wanted.inherit = 1;
    wanted.pinned = 1;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    file_ = static_cast<int>(
        syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
    if (file_ < 0) throw MetricMissing(refused_counter(metric, errno));
  }
  ~ProcessorMeter() override { close(file_); }
  ProcessorMeter(const ProcessorMeter&) = delete;
  ProcessorMeter& operator=(const ProcessorMeter&) = delete;

  std::uint64_t read() override {
    std::uint64_t count = 0;
    if (::read(file_, &count, sizeof count) != sizeof count) lost_ = true;
    return count;
  }
  [[nodiscard]] std::string failure() const override {
    if (!lost_) return "";
    return "lost the processor's counter of " + std::string(to_text(metric_)) +
           ", which others use too; record fewer metrics at once";
  }

 private:
  static std::uint64_t event(Metric metric) {
    switch (metric) {
      case Metric::kCycles:
        return PERF_COUNT_HW_CPU_CYCLES;
      case Metric::kBranchMisses:
        return PERF_COUNT_HW_BRANCH_MISSES;
      case Metric::kCacheMisses:
        return PERF_COUNT_HW_CACHE_MISSES;
      default:
        return PERF_COUNT_HW_INSTRUCTIONS;
    }
  }

  Metric metric_;
  int file_ = -1;
  bool lost_ = false;
};

/// Makes Callgrind count in timed parts alone, and dump its counts for each
/// observation; without Valgrind nothing happens. All readings are 0: whoever
/// started the program reads the dumps.
class ValgrindMeter final : public Meter {
 public:
  ValgrindMeter() {
    if (kKnowsValgrind) return;
    throw MetricMissing(
        "is built for a processor on which SPL has no requests for Valgrind");
  }
  ~ValgrindMeter() override { dump(); }
  std::uint64_t read() override { return 0; }
  std::uint64_t begin() override {
    ask(is_under_way_ ? ValgrindRequest::kZero : ValgrindRequest::kToggle);
    is_under_way_ = true;
    return 0;
  }
  std::uint64_t end() override {
    ++parts_;
    is_under_way_ = false;
    ask(ValgrindRequest::kToggle);
    return 0;
  }
  void begin_observation() override { dump(); }

 private:
  void dump() {
    char text[64];
    std::snprintf(text, sizeof text, "%s%llu", kValgrindDump,
                  static_cast<unsigned long long>(parts_));
    ask(ValgrindRequest::kDump, text);
    parts_ = 0;
  }

  std::uint64_t parts_ = 0;
  bool is_under_way_ = false;
};

}  // namespace

std::string refused_counter(Metric metric, int error) {
  const std::string name(to_text(metric));
  const std::string reason = " (perf_event_open: " + limit_text(error) + ")";
  if (error == EACCES || error == EPERM || error == ENOSYS) {
    return "may not count " + name + reason +
           "; set kernel.perf_event_paranoid to 2 or less, and let containers "
           "use perf_event_open";
  }
  return "runs on a machine without a counter of " + name + reason +
         "; many virtual machines have none";
}

std::unique_ptr<Meter> open_meter(Metric metric) {
  switch (metric) {
    case Metric::kCpu:
      return std::make_unique<CpuMeter>();
    case Metric::kPageFaults:
      return std::make_unique<PageFaultMeter>();
    case Metric::kAllocations:
      return std::make_unique<AllocationMeter>(&Allocations::calls);
    case Metric::kAllocatedBytes:
      return std::make_unique<AllocationMeter>(&Allocations::bytes);
    case Metric::kPeakMemory:
      return std::make_unique<PeakMemoryMeter>();
    case Metric::kValgrindInstructions:
    case Metric::kValgrindCycles:
    case Metric::kValgrindDataMisses:
      return std::make_unique<ValgrindMeter>();
    case Metric::kWall:
    case Metric::kInstructions:
    case Metric::kCycles:
    case Metric::kBranchMisses:
    case Metric::kCacheMisses:
      break;
  }
  return std::make_unique<ProcessorMeter>(metric);
}

std::string lack_of(Metric metric, const OpenMeter& open) {
  if (metric == Metric::kWall) return "";
  try {
    (void)open(metric);
  } catch (const MetricMissing& missing) {
    return missing.what();
  }
  return "";
}

}  // namespace spl::workload
