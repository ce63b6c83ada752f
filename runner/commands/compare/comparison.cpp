#include "runner/commands/compare/comparison.hpp"

#include "spl/logic/performance.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

namespace spl::runner {
namespace {

/// The text of a command in a performance may be quoted in another way, but the
/// left one is first in the relation's text.
std::vector<const PerformanceReport*> in_order(
    const RelationReport& relation,
    const std::vector<PerformanceReport>& performances) {
  std::vector<const PerformanceReport*> result;
  for (const PerformanceReport& one : performances) {
    if (relation.performances.contains(one.performance)) {
      result.push_back(&one);
    }
  }
  const bool is_turned =
      result.size() == 2 &&
      !relation.text.starts_with(to_text(result.front()->performance) + ' ');
  if (is_turned) std::swap(result[0], result[1]);
  return result;
}

std::optional<double> reciprocal(const std::optional<double>& one) {
  if (!one || *one <= 0) return std::nullopt;
  return 1 / *one;
}

std::optional<TimesAsMuch> factor_of(const statistics::RatioInterval& ratio,
                                     logic::Finding finding) {
  if (!ratio.estimate || *ratio.estimate <= 0) return std::nullopt;
  const bool is_left_more = finding == logic::Finding::kGreater;
  if (is_left_more != (*ratio.estimate > 1)) return std::nullopt;
  if (is_left_more)
    return TimesAsMuch{*ratio.estimate, ratio.lower, ratio.upper};
  return TimesAsMuch{1 / *ratio.estimate, reciprocal(ratio.upper),
                     reciprocal(ratio.lower)};
}

bool are_alike(const RelationReport& relation) {
  if (relation.stopped == Stop::kResolution) return true;
  if (!relation.parts || relation.parts->nothing_varies) return false;
  const statistics::PartFindings& found = relation.parts->findings;
  return relation.parts->units >=
             statistics::units_for_no_change(relation.parts->needed) &&
         found.no_typical_increase && found.no_typical_decrease &&
         found.no_mean_increase && found.no_mean_decrease;
}

}  // namespace

Comparison comparison(FormulaReport formula,
                      const std::vector<std::string>& commands,
                      const std::vector<PerformanceReport>& performances) {
  Comparison result;
  const RelationReport& relation = formula.relations.front();
  const auto measured = in_order(relation, performances);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    result.commands.push_back({commands[i], {}});
    if (i >= measured.size()) continue;
    const statistics::Runs& runs = measured[i]->measured.observations;
    if (!runs.empty()) result.commands[i].summary = statistics::summary(runs);
  }
  const logic::Decision& decision = relation.decision;
  const bool is_found = decision.finding == logic::Finding::kGreater ||
                        decision.finding == logic::Finding::kLess;
  if (decision.verdict == logic::Verdict::kViolated && is_found) {
    result.less = decision.finding == logic::Finding::kGreater ? 1 : 0;
    result.factor = factor_of(decision.ratio, decision.finding);
  }
  result.are_alike = are_alike(relation);
  result.formula = std::move(formula);
  return result;
}

}  // namespace spl::runner
