#include "runner/measuring/run_cost.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runner/settings/run_defaults.hpp"

namespace spl::runner {
namespace {

/// Returns the cost of a run. All that repeats may be its set-up.
RunCost cost_of(const RunRecord& record, std::size_t observations) {
  RunCost cost;
  const auto counted = static_cast<double>(observations);
  cost.warmup = record.warmup_seconds;
  cost.observation = record.counted_seconds / counted;
  cost.iterations = static_cast<double>(record.iterations);
  cost.most_iterations = cost.iterations;
  cost.warmups = static_cast<double>(record.warmup);
  cost.repetitions = cost.warmups + counted;
  constexpr double kNanosecond = 1e-9;
  cost.fastest_call = kNanosecond * record.single.fastest;
  const double others = std::max(
      0.0, record.seconds - record.warmup_seconds - record.counted_seconds);
  if (record.repeats_setup) {
    cost.setup = others / cost.repetitions;
  } else {
    cost.start = others;
  }
  return cost;
}

/// Returns the seconds of a run without its observations.
double others(const RunCost& cost) {
  return cost.start + cost.setup * cost.repetitions;
}

/// Returns the cost by two runs: set-up is the time by which more observations
/// lengthen one, their own time apart.
RunCost separated(RunCost less, RunCost more) {
  if (less.repetitions > more.repetitions) std::swap(less, more);
  if (less.repetitions == more.repetitions) {
    return others(less) < others(more) ? less : more;
  }
  more.setup = std::clamp(
      (others(more) - others(less)) / (more.repetitions - less.repetitions),
      0.0, others(less) / less.repetitions);
  more.start = others(less) - more.setup * less.repetitions;
  return more;
}

/// Returns the shorter of two calls, where it is known.
double faster(double one, double other) {
  return one > 0 && other > 0 ? std::min(one, other) : std::max(one, other);
}

void add_run_cost(const RunRecord& record, const RunCost& cost,
                  RunCost& known) {
  const double fastest = faster(known.fastest_call, cost.fastest_call);
  const double most = std::max(known.most_iterations, cost.most_iterations);
  const bool is_first = known.repetitions == 0;
  if (record.repeats_setup && !is_first) {
    known = separated(known, cost);
  } else if (is_first ||
             cost.of(kFewestObservations) < known.of(kFewestObservations)) {
    known = cost;
  }
  known.fastest_call = fastest;
  known.most_iterations = most;
}

}  // namespace

RunCost RunCost::with(const Calls& calls) const {
  if (!(iterations > 0)) return *this;
  RunCost result = *this;
  const double undisturbed = std::min(observation, iterations * call());
  result.start += (observation - undisturbed) * (repetitions - warmups);
  result.iterations = static_cast<double>(calls.iterations);
  result.observation = undisturbed * result.iterations / iterations;
  result.warmups = static_cast<double>(calls.warmup);
  result.warmup = result.observation * result.warmups;
  return result;
}

std::optional<double> start_in_observations(const RunCost& cost) {
  const double before = cost.start + cost.warmup;
  if (cost.observation <= 0 || before <= 0) return std::nullopt;
  return before / cost.observation;
}

std::vector<double> level_costs(const RunCost& cost, double layout_seconds,
                                std::size_t layouts) {
  const auto start = start_in_observations(cost);
  if (!start) return {};
  const double layout = std::isfinite(layout_seconds)
                            ? std::max(0.0, layout_seconds) / cost.observation
                            : 0;
  if (!std::isfinite(*start + layout)) return {};  // Of a changed report.
  if (layouts == 1) return {*start + layout};
  if (layout > 0) return {*start, layout};
  return {};
}

void add_run_costs(const std::vector<GroupResult>& pilot, RunCosts& costs) {
  for (const GroupResult& result : pilot) {
    for (const auto& [performance, measured] : result.performances) {
      if (!measured.failure.empty()) continue;
      for (std::size_t i = 0; i < measured.records.size(); ++i) {
        const RunRecord& record = measured.records[i];
        add_run_cost(record, cost_of(record, measured.observations[i].size()),
                     costs[performance]);
      }
    }
  }
}

}  // namespace spl::runner
