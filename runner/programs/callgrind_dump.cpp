#include "runner/programs/callgrind_dump.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "spl/workload/valgrind.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kReason = "desc: Trigger: Client Request: ";
constexpr std::string_view kEvents = "events: ";
constexpr std::string_view kSums = "summary: ";
constexpr std::size_t kLongestLine = 1024;

double misses(const CallgrindDump& dump, std::string_view cache) {
  const std::string name(cache);
  return dump.sum(name + "mr") + dump.sum(name + "mw");
}

}  // namespace

double CallgrindDump::sum(std::string_view event) const {
  const auto found = std::find(events.begin(), events.end(), event);
  const auto place = static_cast<std::size_t>(found - events.begin());
  return place < sums.size() ? sums[place] : 0;
}

std::uint64_t CallgrindDump::parts() const {
  const std::string_view start = workload::kValgrindDump;
  if (!reason.starts_with(start)) return 0;
  return std::strtoull(reason.c_str() + start.size(), nullptr, 10);
}

bool CallgrindDump::is_whole() const {
  return parts() > 0 && !events.empty() && events.front() == "Ir" &&
         !sums.empty();
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
    if (line.starts_with(kReason)) dump.reason = line.substr(kReason.size());
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

}  // namespace spl::runner
