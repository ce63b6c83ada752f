#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "runner/system/warning.hpp"

/// Facts of a machine that affect measurements.
namespace spl::runner {

/// Returns the name of the machine on which this process runs.
[[nodiscard]] std::string host_name();

/// The facts of a machine; absent if they cannot be read there.
struct HostFacts {
  std::string name;
  std::optional<std::string> kernel;        ///< Its release.
  std::optional<std::string> processor;     ///< Its model.
  std::optional<std::uint64_t> processors;  ///< Online.
  std::optional<std::string> governor;      ///< CPU frequency; joined by ", ".
  std::optional<bool> turbo;
  std::optional<bool> smt;                    ///< Several threads per core.
  std::optional<double> load;                 ///< In the last minute.
  std::optional<std::uint64_t> runnable;      ///< Threads now, including the
                                              ///< thread that reads this.
  std::optional<std::string> virtualization;  ///< Empty: none.
  std::optional<bool> on_battery;
  std::optional<double> quota;  ///< Processors that control groups grant.
  std::optional<std::uint64_t> memory_limit;  ///< Bytes, by control groups.
  std::optional<bool> layout_randomized;      ///< Address spaces.

  friend bool operator==(const HostFacts&, const HostFacts&) = default;
};

/// Calls visit(name, member) for each fact except the name.
template <typename Facts, typename Visit>
void for_each_fact(Facts& facts, Visit&& visit) {
  visit("kernel", facts.kernel);
  visit("processor", facts.processor);
  visit("processors", facts.processors);
  visit("governor", facts.governor);
  visit("turbo", facts.turbo);
  visit("smt", facts.smt);
  visit("load", facts.load);
  visit("runnable", facts.runnable);
  visit("virtualization", facts.virtualization);
  visit("on_battery", facts.on_battery);
  visit("quota", facts.quota);
  visit("memory_limit", facts.memory_limit);
  visit("layout_randomized", facts.layout_randomized);
}

/// Counts since the machine started; 0 if they are not known.
struct HostCounters {
  std::uint64_t ticks = 0;      ///< The ticks of all processors.
  std::uint64_t stolen = 0;     ///< Ticks that the host of a virtual machine
                                ///< gave to others.
  std::uint64_t throttled = 0;  ///< Stops of a control group.
};

/// A machine on which blocks were made.
struct HostRecord {
  HostFacts facts;              ///< Before the first block.
  double steal = 0;             ///< Share of the time of blocks.
  std::uint64_t throttled = 0;  ///< Stops while blocks were made.
};

/// Reads the facts from /sys and /proc below the root.
[[nodiscard]] HostFacts host_facts(const std::filesystem::path& root = "/");
[[nodiscard]] HostCounters host_counters(
    const std::filesystem::path& root = "/");

/// Returns what distinguishes processors for compilers: the lines of model and
/// features of the first in /proc/cpuinfo.
[[nodiscard]] std::string processor_model(
    const std::filesystem::path& root = "/");

/// Returns the record of a machine between two counts.
[[nodiscard]] HostRecord record(HostFacts facts, const HostCounters& before,
                                const HostCounters& after);

/// Returns a sentence about the machine, with the remedy, for each fact that
/// spoils measurements.
/// Processor time is recommended to who compares another metric.
[[nodiscard]] Warnings warnings(const HostRecord& host,
                                std::string_view metric = "wall");

/// Returns whether more threads want to run than there are processors.
[[nodiscard]] bool is_busy(const HostFacts& facts);

/// Returns one line: "HOST: 4 processors, governor performance, ...".
[[nodiscard]] std::string to_text(const HostRecord& host);

}  // namespace spl::runner
