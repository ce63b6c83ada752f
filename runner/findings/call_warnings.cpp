#include "runner/findings/run_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "runner/system/number_text.hpp"
#include "spl/statistics/quantile.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/summary.hpp"

namespace spl::runner {
namespace {

/// Returns the value below which a tenth of at least one number lies.
double low(std::vector<double> numbers) {
  const auto tenth =
      numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 10);
  std::nth_element(numbers.begin(), tenth, numbers.end());
  return *tenth;
}

bool is_wall(const PerformanceReport& one) {
  return one.metric && *one.metric == MeasuredMetric(workload::Metric::kWall);
}

constexpr double kColdNanoseconds = 20'000;

/// The calls of nearly all processes, in ns.
struct Calls {
  double first = 0;
  double usual = 0;
  double later = 0;  ///< The second or a usual one.

  [[nodiscard]] double more() const { return first - later; }
};

std::optional<Calls> calls_of(const PerformanceReport& one) {
  std::vector<double> firsts;
  std::vector<double> seconds;
  for (const RunRecord& record : one.measured.records) {
    if (record.single.first <= 0 || record.single.second <= 0) continue;
    firsts.push_back(record.single.first);
    seconds.push_back(record.single.second);
  }
  if (!is_wall(one) || firsts.size() < 2) return std::nullopt;
  const double usual = statistics::summary(one.measured.observations).median;
  return Calls{low(firsts), usual,
               std::max(usual, statistics::median(seconds))};
}

}  // namespace

std::optional<std::string> warning_of_first_call(const PerformanceReport& one) {
  constexpr double kTimes = 4;
  // No code is so cold: twice as long is enough beyond.
  constexpr double kMostColdNanoseconds = 100'000;
  const auto calls = calls_of(one);
  if (!calls) return std::nullopt;
  const double times = calls->first / calls->later;
  const bool is_long = calls->more() >= kMostColdNanoseconds && times >= 2;
  if (!is_long && (times < kTimes || calls->more() < kColdNanoseconds)) {
    return std::nullopt;
  }
  constexpr double kNanosecond = 1e-9;
  return fmt::format(
      ": the first call of a process takes {} times as long as later ones ({} "
      "against {}), which alone count: has it used up its input? Let each call "
      "work on a copy that is made before start(), or use a generator; if the "
      "call only meets new memory, touch that before the loop",
      ratio_text(calls->first / calls->usual),
      seconds_text(kNanosecond * calls->first),
      seconds_text(kNanosecond * calls->usual));
}

std::optional<std::string> warning_of_slow_processes(
    const RelationReport& relation, const PerformanceReport& one) {
  constexpr double kTimes = 1.5;
  constexpr std::size_t kSeveral = 2;
  const auto& runs = one.measured.observations;
  if (!relation.stated || !relation.stated->quantile || runs.empty() ||
      relation.decision.verdict != logic::Verdict::kHolds ||
      !relation.performances.contains(one.performance)) {
    return std::nullopt;
  }
  std::vector<double> quantiles;
  for (const auto& run : runs) {
    quantiles.push_back(statistics::quantile(run, *relation.stated->quantile));
  }
  const double usual = statistics::median(quantiles);
  const auto slow = static_cast<std::size_t>(std::ranges::count_if(
      quantiles, [&](double own) { return own > kTimes * usual; }));
  if (slow < kSeveral) return std::nullopt;
  const std::string name = to_text(*relation.stated);
  return fmt::format(
      ": {} of {} processes of {} have a {} of more than 1.5 times that of a "
      "usual one, and the verdict is about a usual one: the {} of all calls "
      "may be much longer; mean(...) counts them",
      slow, runs.size(), to_text(one.performance), name, name);
}

double uncertain_part(const PerformanceReport& one) {
  std::vector<double> parts;
  for (const RunRecord& record : one.measured.records) {
    parts.push_back(record.single.uncertain);
  }
  if (!is_wall(one) || parts.empty()) return 0;
  const double usual = statistics::summary(one.measured.observations).median;
  return usual > 0 ? statistics::median(parts) / usual : 0;
}

}  // namespace spl::runner
