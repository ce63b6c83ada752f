#include "runner/commands/rank/ranking.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace spl::runner {
namespace {

using logic::Performance;

/// Returns the performance that is a side of the formula; else null.
const Performance* performance_of(const logic::LinearForm& side) {
  const bool is_one = side.terms().size() == 1 && side.constant() == 0 &&
                      side.terms().front().coefficient == 1;
  return is_one ? &side.terms().front().performance : nullptr;
}

const std::variant<statistics::Sample, logic::Failure>* observed(
    const Performance& performance, const Observations& observations) {
  for (const Basis& basis : observations.bases) {
    if (!basis.evidence) continue;
    const auto found = basis.evidence->experiment.find(performance);
    if (found != basis.evidence->experiment.end()) return &found->second;
  }
  return nullptr;
}

/// Whether all runs belong to the same blocks, and formulas are decided so.
/// Performances in several groups share one, which then appears several times.
bool are_in_blocks(const Ranking& ranking, const Observations& observations,
                   const logic::DecisionSettings& settings) {
  if (settings.interpretation != logic::Interpretation::kBlocks) return false;
  for (const auto& runs : ranking.runs) {
    if (runs.size() != ranking.runs.front().size() || runs.size() < 2) {
      return false;
    }
  }
  const auto& all = observations.performances;
  return std::ranges::all_of(ranking.performances, [&](const Performance& one) {
    return std::ranges::count_if(all, [&](const PerformanceReport& other) {
             return other.performance == one;
           }) == 1;
  });
}

}  // namespace

FormulaText ranking_text(const std::string& text) {
  std::string formula = text;
  std::size_t depth = 0;
  char quote = 0;
  std::size_t entries = 1;
  bool is_empty = true;  // The entry, so far.
  const auto end_entry = [&] {
    if (!is_empty) return;
    throw std::runtime_error(
        "rank takes performances, separated by commas, and number " +
        std::to_string(entries) + " of them is empty");
  };
  for (char& c : formula) {
    const bool separates = c == ',' && depth == 0 && quote == 0;
    if (!separates && std::isspace(static_cast<unsigned char>(c)) == 0) {
      is_empty = false;
    }
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if ((c == ')' || c == ']') && depth > 0) {
      --depth;
    } else if (separates) {
      end_entry();
      c = '=';
      is_empty = true;
      ++entries;
    }
  }
  end_entry();
  if (entries == 1) {
    throw std::runtime_error(
        "rank takes two or more performances, separated by commas");
  }
  return {"<rank>", formula, FormulaText::Origin::kOption, 1};
}

std::vector<Performance> ranked_performances(const Suite& suite) {
  std::vector<Performance> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      if (relation.theta.terms().empty()) {
        throw std::runtime_error("rank has the same performance twice");
      }
      for (const auto* side : {&relation.left, &relation.right}) {
        const Performance* one = performance_of(*side);
        if (relation.statistic) {
          throw std::runtime_error(
              "rank takes performances, separated by commas; `statistic` "
              "says what is compared of them");
        }
        if (one == nullptr || relation.sign != logic::Sign::kEqual) {
          throw std::runtime_error(
              "rank takes performances, separated by commas; sums, multiples "
              "and relations of them cannot be ranked");
        }
        if (std::ranges::find(result, *one) == result.end()) {
          result.push_back(*one);
        }
      }
    }
  }
  return result;
}

Ranking rank(const std::vector<Performance>& performances,
             const Observations& observations,
             const logic::DecisionSettings& settings) {
  Ranking ranking;
  ranking.level = 1 - 2 * settings.alpha;
  std::string unmeasured;
  for (const Performance& one : performances) {
    const auto* known = observed(one, observations);
    if (known == nullptr) {
      unmeasured = to_text(one) + " was not measured";
    } else if (const auto* failure = std::get_if<logic::Failure>(known)) {
      if (ranking.failure.empty()) ranking.failure = failure->reason;
    } else {
      ranking.performances.push_back(one);
      ranking.runs.push_back(run_statistics(
          std::get<statistics::Sample>(*known), settings.statistic));
    }
  }
  // Nothing else is measured once a performance failed, which is the reason.
  if (ranking.failure.empty()) ranking.failure = std::move(unmeasured);
  if (!ranking.failure.empty()) return ranking;
  if (are_in_blocks(ranking, observations, settings)) {
    ranking.design = statistics::Design::kBlocks;
  }
  const bool are_single = std::ranges::all_of(
      ranking.runs, [](const auto& runs) { return runs.size() == 1; });
  if (are_single) {
    ranking.refusal =
        "each performance has one run, which says nothing of other runs; give "
        "two reports or more, each with its own --data";
    return ranking;
  }
  try {
    ranking.analysis =
        statistics::analysis_of_variance(ranking.runs, ranking.design);
    ranking.pairs = statistics::tukey_comparisons(ranking.runs, ranking.level,
                                                  ranking.design);
    const bool have_variances = std::ranges::all_of(
        ranking.runs, [](const auto& runs) { return runs.size() > 1; });
    if (have_variances) {
      ranking.ratios =
          statistics::pair_ratios(ranking.runs, ranking.level, ranking.design);
    }
  } catch (const std::invalid_argument& error) {
    ranking.refusal = error.what();
  }
  return ranking;
}

}  // namespace spl::runner
