#include "tests/logic/expected_value.hpp"

namespace spl::logic {

Finding ExpectedValue::find(const LinearForm& theta) const {
  double sum = theta.constant();
  for (const auto& term : theta.terms()) {
    const auto mean = means_.find(to_text(term.performance));
    if (mean == means_.end()) return Finding::kUnknown;
    sum += term.coefficient * mean->second;
  }
  if (sum == 0) return Finding::kIndistinct;
  return sum > 0 ? Finding::kGreater : Finding::kLess;
}

Verdict ExpectedValue::evaluate(const ExpandedFormula& formula) const {
  std::vector<Verdict> verdicts;
  for (const Relation& relation : formula.relations) {
    verdicts.push_back(verdict(strength(relation.sign, find(relation.theta))));
  }
  return logic::evaluate(formula.claim, verdicts);
}

}  // namespace spl::logic
