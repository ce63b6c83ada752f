#include "runner/tools/callgrind_dump.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "spl/workload/valgrind.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kTrigger = "desc: Trigger: ";
constexpr std::string_view kRequest = "Client Request: ";
constexpr std::string_view kEvents = "events: ";
constexpr std::string_view kSums = "summary: ";
constexpr std::size_t kLongestLine = 1024;

double misses(const CallgrindDump& dump, std::string_view cache) {
  const std::string name(cache);
  return dump.sum(name + "mr") + dump.sum(name + "mw");
}

bool begins_with(std::string_view text, std::string_view option,
                 std::string_view function) {
  return text.starts_with(option) &&
         text.substr(option.size()).starts_with(function);
}

}  // namespace

double CallgrindDump::sum(std::string_view event) const {
  const auto found = std::ranges::find(events, event);
  const auto place = static_cast<std::size_t>(found - events.begin());
  return place < sums.size() ? sums[place] : 0;
}

std::uint64_t CallgrindDump::parts() const {
  const std::string start = std::string(kRequest) + workload::kValgrindDump;
  if (!trigger.starts_with(start)) return 0;
  return std::strtoull(trigger.c_str() + start.size(), nullptr, 10);
}

bool CallgrindDump::is_whole() const {
  return !events.empty() && events.front() == "Ir" && !sums.empty();
}

bool CallgrindDump::is_before(std::string_view function) const {
  return begins_with(trigger, "--dump-before=", function);
}

bool CallgrindDump::is_after(std::string_view function) const {
  return begins_with(trigger, "--dump-after=", function);
}

CallgrindDump callgrind_dump(std::string_view text) {
  CallgrindDump dump;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line(
        text.substr(begin, std::min(end - begin, kLongestLine)));
    begin = end + 1;
    const auto rest = [&](std::string_view start) {
      return std::istringstream(line.substr(start.size()));
    };
    if (line.starts_with(kTrigger)) dump.trigger = line.substr(kTrigger.size());
    if (line.starts_with(kEvents)) {
      auto words = rest(kEvents);
      for (std::string one; words >> one;) dump.events.push_back(one);
    }
    if (!line.starts_with(kSums)) continue;
    auto numbers = rest(kSums);
    for (double one = 0; numbers >> one && one >= 0;) dump.sums.push_back(one);
    break;
  }
  return dump;
}

double value_of(const CallgrindDump& dump, workload::Metric metric) {
  constexpr double kOfFirst = 10;
  constexpr double kOfLast = 100;
  switch (metric) {
    case workload::Metric::kValgrindCycles:
      return dump.sum("Ir") +
             kOfFirst * (dump.sum("I1mr") + misses(dump, "D1")) +
             kOfLast * (dump.sum("ILmr") + misses(dump, "DL"));
    case workload::Metric::kValgrindDataMisses:
      return misses(dump, "D1");
    default:
      return dump.sum("Ir");
  }
}

double value_of_call(std::vector<CountedCalls> counted,
                     workload::Metric metric) {
  const auto [fewest, most] =
      std::ranges::minmax_element(counted, {}, &CountedCalls::calls);
  const double all = value_of(*most->dump, metric);
  if (fewest->calls == most->calls) return all / most->calls;
  return std::max(0.0, all - value_of(*fewest->dump, metric)) /
         (most->calls - fewest->calls);
}

}  // namespace spl::runner
