#include "runner/findings/bisection.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "runner/measuring/budget.hpp"
#include "spl/logic/revision_name.hpp"
#include "spl/statistics/distributions.hpp"

namespace spl::runner {
namespace {

std::size_t distance(std::size_t one, std::size_t two) {
  return one < two ? two - one : one - two;
}

/// Whether a relation may turn out otherwise with more observations.
bool is_open(const RelationReport& relation) {
  const bool measured_all =
      relation.stopped == Stop::kBudget || relation.stopped == Stop::kRuns;
  // If the ratio has no bounds, use the change that would have been found.
  const auto& missed =
      relation.hidden ? relation.hidden : relation.decision.detectable;
  return relation.decision.finding == logic::Finding::kIndistinct &&
         measured_all && missed && *missed > relation.resolution;
}

bool is_violated(const RelationReport& relation) {
  return relation.decision.verdict == logic::Verdict::kViolated;
}

/// Returns the standing of a conjunction with open relations.
Standing standing_by(const StandingOf& other, const FormulaReport& formula) {
  Standing result = Standing::kGood;
  for (const RelationReport& one : formula.relations) {
    const Standing found = is_open(one)       ? other(one)
                           : is_violated(one) ? Standing::kBad
                                              : Standing::kGood;
    if (found == Standing::kBad) return found;
    if (found == Standing::kUndecided) result = found;
  }
  return result;
}

Standing standing(const FormulaReport& formula, const StandingOf& other) {
  if (formula.verdict == logic::Verdict::kError) return Standing::kSkipped;
  if (formula.verdict == logic::Verdict::kUndecided) {
    return Standing::kUndecided;
  }
  const bool is_bad = formula.verdict == logic::Verdict::kViolated;
  const auto& relations = formula.relations;
  // One refuted relation is enough to refute a conjunction.
  const bool is_refuted =
      is_bad && formula.conjunction &&
      std::ranges::any_of(relations, [](const RelationReport& one) {
        return one.decision.strength == logic::Strength::kRefuted;
      });
  if (!is_refuted && std::ranges::any_of(relations, is_open)) {
    return formula.conjunction && other ? standing_by(other, formula)
                                        : Standing::kUndecided;
  }
  return is_bad ? Standing::kBad : Standing::kGood;
}

}  // namespace

std::string to_text(Standing standing) {
  switch (standing) {
    case Standing::kUntested:
      return "untested";
    case Standing::kGood:
      return "good";
    case Standing::kBad:
      return "bad";
    case Standing::kUndecided:
      return "undecided";
    case Standing::kSkipped:
      return "skipped";
  }
  return {};
}

Standing standing(const std::vector<FormulaReport>& formulas,
                  const StandingOf& other) {
  // A violated formula says more than a formula that cannot be measured, and
  // that says more than a formula that lacks observations.
  for (const Standing one :
       {Standing::kBad, Standing::kSkipped, Standing::kUndecided}) {
    if (std::ranges::any_of(formulas, [&](const FormulaReport& formula) {
          return standing(formula, other) == one;
        })) {
      return one;
    }
  }
  return Standing::kGood;
}

Bisection::Bisection(std::size_t count)
    : standings_(count + 1, Standing::kUntested), bad_(count) {
  assert(count > 0);
  standings_.front() = Standing::kGood;
  standings_.back() = Standing::kBad;
}

std::optional<std::size_t> Bisection::next() const {
  return nearest(Standing::kUntested);
}

std::optional<std::size_t> Bisection::next_undecided() const {
  return nearest(Standing::kUndecided);
}

std::optional<std::size_t> Bisection::nearest(Standing standing) const {
  const std::size_t middle = good_ + (bad_ - good_) / 2;
  std::optional<std::size_t> nearest;
  for (std::size_t i = good_ + 1; i < bad_; ++i) {
    if (standings_[i] != standing) continue;
    if (!nearest || distance(i, middle) < distance(*nearest, middle)) {
      nearest = i;
    }
  }
  return nearest;
}

void Bisection::tell(std::size_t commit, Standing standing) {
  standings_[commit] = standing;
  if (standing == Standing::kGood) good_ = std::max(good_, commit);
  if (standing == Standing::kBad) bad_ = std::min(bad_, commit);
}

std::vector<std::size_t> Bisection::suspects() const {
  std::vector<std::size_t> result;
  for (std::size_t i = good_ + 1; i <= bad_; ++i) result.push_back(i);
  return result;
}

std::size_t Bisection::tests_left() const {
  return static_cast<std::size_t>(std::bit_width(bad_ - good_ - 1));
}

std::optional<double> BisectionTime::share(std::size_t following) const {
  if (left_ < 1) return std::nullopt;
  return std::max(1.0, left_ / static_cast<double>(following + 1));
}

double BisectionTime::most(std::size_t following) const {
  return std::max(1.0, left_ - static_cast<double>(following));
}

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
  return !all.empty() && std::ranges::all_of(all, [&](logic::Performance one) {
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
         std::ranges::all_of(all, [&](const auto& one) {
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
    const double most = *std::ranges::max_element(all);
    double sum = 0;
    for (const double one : all) sum += std::exp(one - most);
    return most + std::log(sum);
  };
  if (logs[0].empty() || logs[1].empty()) return 0;
  return total(logs[1]) - total(logs[0]);
}

}  // namespace spl::runner
