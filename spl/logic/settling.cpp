#include "spl/logic/settling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "spl/statistics/interpretations/sign_flip.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::logic {
namespace {

using statistics::Sample;

constexpr double kLevelOfHalves = 0.0025;

/// The halves of a usual run are near one another. What changes with the
/// logarithm of the calls changes six times as much in a long run.
constexpr double kHalvesInLongRun = 6;
/// Where usual runs change by less than this part of what long ones show,
/// something else happens to the long ones.
constexpr double kShareOfHalves = 0.05;

/// What each of that many long runs shows by more than this factor, such as a
/// step beyond usual runs, is no chance.
constexpr double kPlain = 1.25;
constexpr std::size_t kFewestPlain = 3;

/// The typical cost of a side in the two parts of its runs.
struct Change {
  double factor = 1;  ///< Geometric mean of later over earlier.
  double least = 1;   ///< The factor of the run that changes least.
  std::size_t runs = 0;
  double p_rises = 1;
  double p_falls = 1;

  [[nodiscard]] bool seems_plain() const {
    return std::max(least, 1 / least) > kPlain;
  }
  [[nodiscard]] bool is_plain() const {
    return seems_plain() && runs >= kFewestPlain;
  }
  [[nodiscard]] bool is_certain(double share) const {
    const double all_one_way = std::exp2(-static_cast<double>(runs));
    const double level = std::max(share * kLevelOfHalves, all_one_way);
    return std::min(p_rises, p_falls) <= std::min(level, kLevelOfHalves);
  }
};

double typical(std::span<const double> observations) {
  return run_statistic(observations, statistics::RunStatistic::kTrimmed);
}

/// Returns the runs of one of a side's performances; null if it failed.
const statistics::Runs* runs_of(const LinearForm::Term& term,
                                const Experiment& experiment) {
  const auto found = experiment.find(term.performance);
  if (found == experiment.end()) return nullptr;
  const auto* sample = std::get_if<Sample>(&found->second);
  return sample == nullptr ? nullptr : &sample->runs();
}

/// Returns the number of runs that all performances of the side have.
std::size_t run_count(const LinearForm& side, const Experiment& experiment) {
  std::size_t fewest = static_cast<std::size_t>(-1);
  for (const LinearForm::Term& term : side.terms()) {
    const statistics::Runs* runs = runs_of(term, experiment);
    fewest = std::min(fewest, runs == nullptr ? 0 : runs->size());
  }
  return side.terms().empty() ? 0 : fewest;
}

/// Returns a side's cost in a run, by a part of the observations of each.
template <typename Part>
double cost(const LinearForm& side, const Experiment& experiment,
            std::size_t run, Part part) {
  double sum = side.constant();
  for (const LinearForm::Term& term : side.terms()) {
    const std::span<const double> all = (*runs_of(term, experiment))[run];
    sum += term.coefficient * typical(part(all));
  }
  return sum;
}

/// Returns the logarithm of how the rest of each run compares with its `first`
/// observations; 0: with its first half. Empty if that is not known.
std::vector<double> changes_of(const LinearForm& side,
                               const Experiment& experiment,
                               std::size_t first) {
  const auto length = [&](std::span<const double> all) {
    return first == 0 ? all.size() / 2 : first;
  };
  const std::size_t runs = run_count(side, experiment);
  std::vector<double> changes;
  for (std::size_t run = 0; run < runs; ++run) {
    for (const LinearForm::Term& term : side.terms()) {
      const std::span<const double> all = (*runs_of(term, experiment))[run];
      if (length(all) == 0 || length(all) >= all.size()) return {};
    }
    const double early = cost(
        side, experiment, run,
        [&](std::span<const double> all) { return all.first(length(all)); });
    const double late = cost(
        side, experiment, run,
        [&](std::span<const double> all) { return all.subspan(length(all)); });
    if (!(early > 0) || !(late > 0)) return {};
    changes.push_back(std::log(late / early));
  }
  return changes;
}

std::optional<Change> summary(const std::vector<double>& changes) {
  if (changes.empty()) return std::nullopt;
  const double sum = std::accumulate(changes.begin(), changes.end(), 0.0);
  const auto [lowest, highest] = std::ranges::minmax_element(changes);
  const double least = *lowest > 0 ? *lowest : *highest < 0 ? *highest : 0;
  const statistics::SignFlips flips = statistics::sign_flips(changes, 0);
  return Change{std::exp(sum / static_cast<double>(changes.size())),
                std::exp(least), changes.size(), flips.p_greater, flips.p_less};
}

std::optional<Change> change(const LinearForm& side,
                             const Experiment& experiment, std::size_t first) {
  return summary(changes_of(side, experiment, first));
}

/// Returns by how much the left side changes more than the right one. A
/// constant has no halves, and differs from all.
std::optional<Change> difference(const Relation& relation,
                                 const Experiment& experiment,
                                 std::size_t first) {
  std::vector<double> changes = changes_of(relation.left, experiment, first);
  const auto right = changes_of(relation.right, experiment, first);
  if (changes.size() != right.size()) return Change{.p_rises = 0};
  for (std::size_t run = 0; run < right.size(); ++run) {
    changes[run] -= right[run];
  }
  return summary(changes);
}

/// Returns whether the usual runs' halves suggest a change of the resolution.
bool suggests(const std::optional<Change>& halves,
              const SettlingLimits& limits) {
  return halves && halves->is_certain(limits.share) &&
         kHalvesInLongRun * std::abs(std::log(halves->factor)) >
             std::log1p(limits.resolution);
}

/// Returns the factor of a side that is not settled; 1 if it is.
double unsettled(const std::optional<Change>& halves,
                 const std::optional<Change>& ages,
                 const SettlingLimits& limits) {
  if (!ages) return 1;
  if (ages->is_plain()) return ages->factor;
  if (!suggests(halves, limits)) return 1;
  const double seen = std::log(ages->factor);
  const double of_halves = std::log(halves->factor);
  const bool is_large = std::abs(seen) > std::log1p(limits.resolution);
  const bool is_alike = seen * of_halves > 0 &&
                        std::abs(of_halves) >= kShareOfHalves * std::abs(seen);
  return is_large && is_alike ? ages->factor : 1;
}

/// Returns the typical ratio of the sides, left over right; absent if one of
/// them is not above 0.
std::optional<double> typical_ratio(const Relation& relation,
                                    const Experiment& usual) {
  const auto all = [](std::span<const double> run) { return run; };
  const auto logarithm = [&](const LinearForm& side) -> std::optional<double> {
    if (side.terms().empty()) {
      if (!(side.constant() > 0)) return std::nullopt;
      return std::log(side.constant());
    }
    const std::size_t runs = run_count(side, usual);
    double sum = 0;
    for (std::size_t run = 0; run < runs; ++run) {
      const double one = cost(side, usual, run, all);
      if (!(one > 0)) return std::nullopt;
      sum += std::log(one);
    }
    if (runs == 0) return std::nullopt;
    return sum / static_cast<double>(runs);
  };
  const auto left = logarithm(relation.left);
  const auto right = logarithm(relation.right);
  if (!left || !right) return std::nullopt;
  return std::exp(*left - *right);
}

}  // namespace

bool seems_unsettled(const Relation& relation, const Experiment& usual,
                     double resolution) {
  return suggests(change(relation.left, usual, 0), {resolution}) ||
         suggests(change(relation.right, usual, 0), {resolution});
}

std::optional<Settling> settling(const Relation& relation,
                                 const Experiment& usual,
                                 const Experiment& long_runs, std::size_t early,
                                 const SettlingLimits& limits) {
  if (early == 0) return std::nullopt;
  Settling result;
  const auto judge = [&](const LinearForm& side, double& told) {
    const auto halves = change(side, usual, 0);
    const auto ages =
        long_runs.empty() ? halves : change(side, long_runs, early);
    told = !long_runs.empty()         ? unsettled(halves, ages, limits)
           : suggests(halves, limits) ? halves->factor
                                      : 1;
    result.needs_long_runs |=
        !long_runs.empty() && ages && ages->seems_plain() && !ages->is_plain();
    return ages ? ages->factor : told;
  };
  const double left = judge(relation.left, result.left);
  const double right = judge(relation.right, result.right);
  const auto of_halves = difference(relation, usual, 0);
  const auto of_ages = difference(relation, long_runs, early);
  if ((of_halves && of_halves->is_certain(limits.share)) ||
      (of_ages && of_ages->is_plain())) {
    result.of_ratio = left / right;
  }
  return result;
}

Settling in_long_runs(const Settling& of_halves) {
  return {std::pow(of_halves.left, kHalvesInLongRun),
          std::pow(of_halves.right, kHalvesInLongRun),
          std::pow(of_halves.of_ratio, kHalvesInLongRun)};
}

bool turns(const Settling& found, const Relation& relation,
           const Experiment& usual, bool is_finding, double resolution) {
  if (found.is_settled()) return false;
  const auto ratio = typical_ratio(relation, usual);
  if (!ratio) return false;
  const double late = *ratio * found.of_ratio;
  if (is_finding) {
    return *ratio > 1 ? late < 1 + resolution && late < *ratio
                      : late > 1 - resolution && late > *ratio;
  }
  return (late > 1 + resolution &&
          turns_verdict(relation.sign, Finding::kGreater)) ||
         (late < 1 - resolution &&
          turns_verdict(relation.sign, Finding::kLess));
}

}  // namespace spl::logic
