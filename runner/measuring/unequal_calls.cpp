#include "runner/measuring/stopping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "runner/system/number_text.hpp"
#include "spl/statistics/effects/call_growth.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

/// Differences below this factor are chance.
constexpr double kEqual = 1.1;

/// One performance's runs; numbers are medians over the runs.
struct Side {
  Performance performance;
  double warmup = 0;      ///< The calls before the first that is timed.
  double calls = 0;       ///< The calls of a run, its warm-up included.
  double cost = 0;        ///< The cost of a call.
  double late_cost = 0;   ///< The cost of a call in the last third of a run.
  double late_calls = 0;  ///< The number of the call in the middle of that.
  statistics::CallGrowth growth = {};
  double uncertain = 0;  ///< Of the cost, by how the clock is read.

  /// Returns the mean cost of a call if runs made that many calls. Of calls
  /// before the first that is timed nothing is known: the number is at least
  /// that. Calls after the last one of a run cost what the last third does, and
  /// grow likewise; a fall ends there, as that of a cold beginning does.
  [[nodiscard]] double cost_at(double number) const {
    if (growth.exponent == 0 && growth.later_exponent == 0) return cost;
    if (number <= calls) {
      return cost * std::pow(std::max(number, warmup) / calls, growth.exponent);
    }
    const double power = std::max(growth.later_exponent, 0.0) + 1;
    const double later = late_cost * late_calls *
                         (std::pow(number / late_calls, power) -
                          std::pow(calls / late_calls, power)) /
                         power;
    return (cost * calls + later) / number;
  }

  [[nodiscard]] double steepest() const {
    return std::max(std::abs(growth.exponent), std::abs(growth.later_exponent));
  }
};

double median(const std::vector<double>& numbers) {
  return run_statistic(numbers, statistics::RunStatistic::kMedian);
}

double mean(std::span<const double> numbers) {
  return run_statistic(numbers, statistics::RunStatistic::kMean);
}

Side side_of(const Performance& performance, const Measured& measured,
             std::size_t blocks) {
  std::vector<double> warmups;
  std::vector<double> calls;
  std::vector<double> costs;
  std::vector<double> late_costs;
  std::vector<double> late_calls;
  std::vector<statistics::RunOfCalls> runs;
  std::vector<double> uncertain;
  for (std::size_t i = 0; i < std::min(blocks, measured.records.size()); ++i) {
    const RunRecord& record = measured.records[i];
    const std::span<const double> run = measured.observations[i];
    const auto before = static_cast<double>(record.warmup);
    const auto iterations = static_cast<double>(record.iterations);
    const double end = before + static_cast<double>(run.size());
    const std::size_t third = std::max(run.size() / 3, std::size_t{1});
    warmups.push_back(iterations * before);
    calls.push_back(iterations * end);
    costs.push_back(mean(run));
    late_costs.push_back(mean(run.last(third)));
    late_calls.push_back(iterations * (end - static_cast<double>(third) / 2));
    runs.push_back({run, before});
    uncertain.push_back(record.single.uncertain);
  }
  if (calls.empty()) return {performance};
  return {performance,
          median(warmups),
          median(calls),
          median(costs),
          median(late_costs),
          median(late_calls),
          statistics::call_growth(runs),
          median(uncertain)};
}

/// Returns the left side over the right side, given each performance's cost of
/// a call.
template <typename Cost>
std::optional<double> ratio(const logic::Relation& relation,
                            const std::vector<Side>& sides, Cost cost) {
  const auto value = [&](const logic::LinearForm& form) {
    double sum = form.constant();
    for (const auto& term : form.terms()) {
      const auto found =
          std::ranges::find(sides, term.performance, &Side::performance);
      sum += term.coefficient * std::invoke(cost, *found);
    }
    return sum;
  };
  const double left = value(relation.left);
  const double right = value(relation.right);
  if (!(left > 0) || !(right > 0)) return std::nullopt;
  return left / right;
}

std::vector<Side> sides_of(const logic::Relation& relation,
                           const GroupResult& result, std::size_t blocks) {
  std::vector<Side> sides;
  for (const Performance& one : performances_of(relation)) {
    sides.push_back(side_of(one, result.performances.at(one), blocks));
  }
  return sides;
}

int direction(double ratio, double resolution) {
  if (std::abs(ratio - 1) <= resolution) return 0;
  return ratio > 1 ? 1 : -1;
}

}  // namespace

std::string lack_of_equal_calls(const logic::Relation& relation,
                                const GroupResult& result, std::size_t blocks,
                                double resolution) {
  const std::vector<Side> sides = sides_of(relation, result, blocks);
  const auto by_calls = [](const Side& one, const Side& other) {
    return one.calls < other.calls;
  };
  const auto [fewest, most] = std::ranges::minmax_element(sides, by_calls);
  if (sides.size() < 2 || !(most->calls > kEqual * fewest->calls)) return {};
  const auto seen = ratio(relation, sides, &Side::cost);
  if (!seen) return {};
  for (const double calls : {fewest->calls, most->calls}) {
    const auto equal = ratio(
        relation, sides, [&](const Side& one) { return one.cost_at(calls); });
    if (!equal || direction(*equal, resolution) == direction(*seen, resolution))
      continue;
    // Near a limit any change of direction is one of a few thousandths.
    if (std::abs(*equal / *seen - 1) <= resolution) continue;
    const auto grown =
        std::ranges::max_element(sides, [](const Side& one, const Side& other) {
          return one.steepest() < other.steepest();
        });
    return fmt::format(
        "its sides cannot make the same calls (a run makes {:.3g} of {} and "
        "{:.3g} of {}), and late calls of {} take {} times as long as early "
        "ones; with equally many the ratio would be about {}: let each "
        "iteration begin with the same state",
        fewest->calls, to_text(fewest->performance), most->calls,
        to_text(most->performance), to_text(grown->performance),
        ratio_text(grown->growth.late_over_early), ratio_text(*equal));
  }
  return {};
}

std::string lack_of_equal_timing(const logic::Relation& relation,
                                 const GroupResult& result, std::size_t blocks,
                                 double resolution) {
  const std::vector<Side> sides = sides_of(relation, result, blocks);
  const auto most = std::ranges::max_element(sides, {}, &Side::uncertain);
  if (most == sides.end() || most->uncertain == 0) return {};
  const auto seen = ratio(relation, sides, &Side::cost);
  if (!seen || direction(*seen, resolution) == 0) return {};
  for (const double sign : {-1, 1}) {
    const auto other = ratio(relation, sides, [&](const Side& one) {
      return one.cost + sign * one.uncertain;
    });
    if (other && direction(*other, resolution) == direction(*seen, resolution))
      continue;
    return fmt::format(
        "its sides are timed in different ways: reading the clock between "
        "start() and stop() leaves {:.2g} ns of a call of {} uncertain ({}), "
        "which may be all of the difference: let a call do more, or time both "
        "sides alike",
        most->uncertain, to_text(most->performance),
        percent_text(most->uncertain / most->cost));
  }
  return {};
}

std::string lack_of_whole_time(const logic::Relation& relation, bool is_beyond,
                               const Quota& quota,
                               const logic::MeanLimits& mean) {
  const double constant = relation.theta.constant();
  if (quota.granted >= 1 || is_beyond || constant == 0) return {};
  const double most = quota.slowdown();
  if (constant < 0 ? mean.upper * most < 1 : mean.lower > most) return {};
  return fmt::format(
      "the control group grants {:.2g} of a processor, and times below a limit "
      "lack what it waits between runs: grant it at least 2 (docker run --cpus "
      "2, or CPUQuota=200% in systemd), or ask for processor time (--metric "
      "cpu)",
      quota.granted);
}

}  // namespace spl::runner
