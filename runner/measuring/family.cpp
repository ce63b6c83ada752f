#include "runner/measuring/family.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "runner/measuring/look_plan.hpp"
#include "spl/statistics/sequential/holm.hpp"

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

/// Returns whether the family shares its level with nothing, as far as its own
/// text goes.
bool is_single(const std::vector<Member>& family) {
  const Settings& settings = family.front().formula->settings;
  return family.size() == 1 && settings.family == 1 && !settings.familywise;
}

/// Returns the families of measured relations by text, without those that share
/// nothing.
std::map<std::string, std::vector<Member>> families(const Suite& suite) {
  std::map<std::string, std::vector<Member>> result;
  for (const Member& member : members(suite)) {
    if (member.relation->theta.terms().empty()) continue;
    result[member.formula->file].push_back(member);
  }
  std::erase_if(result, [](const auto& one) { return is_single(one.second); });
  return result;
}

}  // namespace

std::vector<double> shared_alphas(const Suite& suite) {
  std::vector<double> alphas;
  for (const Member& member : members(suite)) {
    alphas.push_back(member.formula->settings.deciding.alpha);
  }
  for (const auto& [file, family] : families(suite)) {
    for (const Member& member : family) {
      const double level = member.formula->familywise;
      if (level == 0) continue;
      double& alpha = alphas[member.number];
      alpha = std::min(alpha, level / static_cast<double>(family.size()));
    }
  }
  return alphas;
}

std::vector<double> holm_alphas(
    const Suite& suite, const std::vector<std::optional<double>>& p_values) {
  std::vector<double> alphas = shared_alphas(suite);
  for (const auto& [file, family] : families(suite)) {
    const double level = family.front().formula->familywise;
    const bool all_alike =
        std::all_of(family.begin(), family.end(), [&](const Member& member) {
          return p_values[member.number] && level > 0 &&
                 member.formula->familywise == level;
        });
    if (!all_alike) continue;
    std::vector<double> family_p;
    for (const Member& member : family) {
      family_p.push_back(*p_values[member.number]);
    }
    const std::vector<statistics::HolmStep> steps =
        statistics::holm(family_p, level);
    for (std::size_t i = 0; i < family.size(); ++i) {
      alphas[family[i].number] =
          std::min(family[i].formula->settings.deciding.alpha, steps[i].level);
    }
  }
  return alphas;
}

bool may_step_down(const Suite& suite, const SuiteFormula& formula) {
  if (formula.familywise == 0 || is_sequential(formula.settings)) return false;
  const auto all = families(suite);
  const auto found = all.find(formula.file);
  return found != all.end() && found->second.size() > 1;
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
