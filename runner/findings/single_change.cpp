#include "runner/findings/single_change.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "runner/measuring/budget.hpp"
#include "spl/logic/revision_name.hpp"
#include "spl/statistics/distributions.hpp"

namespace spl::runner {
namespace {

/// The variance of a known ratio, which keeps weights finite.
constexpr double kExact = 1e-8;

/// Sums over the ratios on one side, weighted by their precision.
struct Side {
  double weight = 0;
  double sum = 0;
  double squares = 0;

  void add(const LogRatio& ratio, double sign = 1) {
    const double weight_of = sign / ratio.variance;
    weight += weight_of;
    sum += weight_of * ratio.mean;
    squares += weight_of * ratio.mean * ratio.mean;
  }

  /// Returns the sum of squares about the mean.
  [[nodiscard]] double deviation() const {
    return std::max(0.0, squares - sum * sum / weight);
  }
};

bool is_of_one_method(const RelationReport& relation) {
  const auto& all = relation.performances;
  return !all.empty() &&
         std::all_of(all.begin(), all.end(), [&](logic::Performance one) {
           one.revision = all.begin()->revision;
           return one == *all.begin();
         });
}

/// Returns the ratio where both sides take the same: the formula's factor.
LogRatio ratio_of_equals(const RelationReport& relation) {
  return {-std::log(relation.plain_factor.value_or(1)), kExact};
}

}  // namespace

bool is_guard(const RelationReport& relation) {
  const auto& all = relation.performances;
  return is_of_one_method(relation) &&
         std::all_of(all.begin(), all.end(), [&](const auto& one) {
           return logic::is_under_test(one.revision) ||
                  one.revision == logic::kBaseline;
         });
}

std::optional<LogRatio> log_ratio(const RelationReport& relation) {
  if (relation.stopped == Stop::kIdentical && is_of_one_method(relation)) {
    return ratio_of_equals(relation);
  }
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  const bool is_bounded = ratio.estimate && ratio.lower && ratio.upper &&
                          *ratio.lower > 0 && std::isfinite(*ratio.upper);
  if (!is_bounded) return std::nullopt;
  const double wide = statistics::normal_quantile(relation.decision.alpha);
  const double deviation =
      (std::log(*ratio.upper) - std::log(*ratio.lower)) / (2 * wide);
  return LogRatio{std::log(*ratio.estimate),
                  std::max(deviation * deviation, kExact)};
}

std::optional<LogRatio> log_ratio_of_same(const RelationReport& relation) {
  if (!is_of_one_method(relation)) return std::nullopt;
  return ratio_of_equals(relation);
}

std::optional<LogRatio> log_ratio_at_baseline(const RelationReport& relation) {
  return is_guard(relation) ? ratio_of_equals(relation) : log_ratio(relation);
}

void SingleChange::add(std::size_t commit, const LogRatio& ratio) {
  const auto [known, is_new] = ratios_.try_emplace(commit, ratio);
  if (is_new) return;
  Side both;
  both.add(known->second);
  both.add(ratio);
  known->second = {both.sum / both.weight, 1 / both.weight};
}

std::optional<LogRatio> SingleChange::at(std::size_t commit) const {
  const auto found = ratios_.find(commit);
  if (found == ratios_.end()) return std::nullopt;
  return found->second;
}

// Weights the likelihood of each place of the change, with the best means of
// both sides, by the number of commits that the place represents.
double SingleChange::evidence(std::size_t commit) const {
  if (!ratios_.contains(commit) || ratios_.size() < 3) return 0;
  Side before;
  Side after;
  for (const auto& [number, ratio] : ratios_) after.add(ratio);
  std::vector<double> logs[2];  // For changes after the commit, and others.
  for (auto next = ratios_.begin(); std::next(next) != ratios_.end();) {
    const auto last = next++;
    before.add(last->second);
    after.add(last->second, -1);
    const auto places = static_cast<double>(next->first - last->first);
    logs[last->first < commit].push_back(
        std::log(places) - (before.deviation() + after.deviation()) / 2);
  }
  const auto total = [](const std::vector<double>& all) {
    const double most = *std::max_element(all.begin(), all.end());
    double sum = 0;
    for (const double one : all) sum += std::exp(one - most);
    return most + std::log(sum);
  };
  if (logs[0].empty() || logs[1].empty()) return 0;
  return total(logs[1]) - total(logs[0]);
}

}  // namespace spl::runner
