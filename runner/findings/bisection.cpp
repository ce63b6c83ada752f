#include "runner/findings/bisection.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

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
      std::any_of(relations.begin(), relations.end(),
                  [](const RelationReport& one) {
                    return one.decision.strength == logic::Strength::kRefuted;
                  });
  if (!is_refuted && std::any_of(relations.begin(), relations.end(), is_open)) {
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
    if (std::any_of(formulas.begin(), formulas.end(),
                    [&](const FormulaReport& formula) {
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

}  // namespace spl::runner
