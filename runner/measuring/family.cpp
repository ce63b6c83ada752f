#include "runner/measuring/family.hpp"

#include <algorithm>

#include "spl/statistics/sequential/sequential_levels.hpp"

namespace spl::runner {
namespace {

/// A relation of the suite and its formula.
struct Member {
  std::size_t number;
  const SuiteFormula* formula;
  const logic::Relation* relation;
};

std::vector<Member> members(const Suite& suite) {
  std::vector<Member> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      result.push_back({result.size(), &formula, &relation});
    }
  }
  return result;
}

bool is_measured(const Member& member) {
  return !member.relation->theta.terms().empty();
}

/// Returns whether a relation shares its level with nothing.
bool is_single(const SuiteFormula& formula, std::size_t family) {
  return family == 1 && formula.settings.family == 1 &&
         !formula.settings.familywise;
}

}  // namespace

std::size_t family_size(const Suite& suite) {
  std::size_t selected = 0;
  for (const SuiteFormula& one : suite.formulas) {
    selected += measured_relations(one);
  }
  return std::max(suite.declared, selected);
}

std::vector<double> shared_alphas(const Suite& suite) {
  const std::size_t family = family_size(suite);
  std::vector<double> alphas;
  for (const Member& member : members(suite)) {
    const double level = member.formula->familywise;
    alphas.push_back(member.formula->settings.deciding.alpha);
    if (level == 0 || !is_measured(member) ||
        is_single(*member.formula, family)) {
      continue;
    }
    alphas.back() =
        std::min(alphas.back(), level / static_cast<double>(family));
  }
  return alphas;
}

std::vector<double> holm_alphas(
    const Suite& suite, const std::vector<std::optional<double>>& p_values) {
  std::vector<double> alphas = shared_alphas(suite);
  const std::size_t family = family_size(suite);
  std::vector<Member> tested;
  std::vector<double> family_p;
  for (const Member& member : members(suite)) {
    if (!is_measured(member) || !p_values[member.number] ||
        is_single(*member.formula, family)) {
      continue;
    }
    tested.push_back(member);
    family_p.push_back(*p_values[member.number]);
  }
  const bool is_alike = std::ranges::all_of(tested, [&](const Member& member) {
    const double level = tested.front().formula->familywise;
    return level > 0 && member.formula->familywise == level;
  });
  if (tested.empty() || !is_alike) return alphas;
  family_p.resize(family, 1.0);
  const std::vector<double> levels =
      statistics::holm_levels(family_p, tested.front().formula->familywise);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    alphas[tested[i].number] =
        std::min(tested[i].formula->settings.deciding.alpha, levels[i]);
  }
  return alphas;
}

bool may_step_down(const Suite& suite, const SuiteFormula& formula) {
  return formula.familywise > 0 && !is_sequential(formula.settings) &&
         family_size(suite) > 1;
}

std::optional<double> turning_p(const logic::Relation& relation,
                                const statistics::TestResult& result) {
  using logic::Finding;
  if (result.status == statistics::Status::kUndefined) return 1.0;
  if (result.status == statistics::Status::kDegenerate) {
    return logic::turns_verdict(relation.sign, result.finding) ? 0.0 : 1.0;
  }
  if (!result.p_greater || !result.p_less) return std::nullopt;
  double p = 1;
  if (logic::turns_verdict(relation.sign, Finding::kGreater)) {
    p = std::min(p, *result.p_greater);
  }
  if (logic::turns_verdict(relation.sign, Finding::kLess)) {
    p = std::min(p, *result.p_less);
  }
  return p;
}

}  // namespace spl::runner
