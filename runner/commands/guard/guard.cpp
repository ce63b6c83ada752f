#include "runner/commands/guard/guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <tuple>

#include "runner/findings/next_steps.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {
namespace {

/// Whether nothing that matters could hide, of a claim without evidence
/// against it.
bool is_ruled_out(const RelationReport& relation) {
  if (relation.stopped == Stop::kResolution) return true;
  if (relation.parts && !relation.parts->nothing_varies) {
    return relation.parts->findings.no_increase;
  }
  return !relation.hidden || *relation.hidden <= relation.resolution;
}

GuardStanding standing(const RelationReport& relation) {
  if (relation.stopped == Stop::kIdentical) return GuardStanding::kIdentical;
  switch (relation.decision.verdict) {
    case logic::Verdict::kViolated:
      return GuardStanding::kRefuted;
    case logic::Verdict::kError:
      return GuardStanding::kFailed;
    case logic::Verdict::kUndecided:
      return GuardStanding::kUndecided;
    case logic::Verdict::kHolds:
      break;
  }
  if (relation.decision.strength == logic::Strength::kProven) {
    return GuardStanding::kProven;
  }
  return is_ruled_out(relation) || relation.stopped == Stop::kMayHide
             ? GuardStanding::kRuledOut
             : GuardStanding::kOpen;
}

/// Returns the median of the statistics of a performance's runs in a metric.
std::optional<double> typical_run(
    const logic::Performance& performance, const std::string& metric,
    const std::vector<PerformanceReport>& performances) {
  for (const PerformanceReport& one : performances) {
    const bool is_asked = one.performance == performance &&
                          (!one.metric || to_text(*one.metric) == metric);
    if (!is_asked || one.measured.observations.empty()) continue;
    return statistics::median(statistics::run_statistics(
        statistics::Sample(one.measured.observations), one.statistic));
  }
  return std::nullopt;
}

GuardClaim claim_of(const FormulaReport& formula,
                    const std::vector<PerformanceReport>& performances) {
  const RelationReport& relation = formula.relations.front();
  GuardClaim claim;
  claim.standing = standing(relation);
  const Sides& sides = relation.sides;
  if (sides.left.amount && sides.right.amount) {
    // One side is the tolerated baseline.
    const double factor = relation.plain_factor.value_or(1);
    const bool is_exchanged = is_rate(formula.metric);
    claim.under_test = is_exchanged ? sides.right.amount : sides.left.amount;
    claim.baseline = is_exchanged ? *sides.left.amount * factor
                                  : *sides.right.amount / factor;
    return claim;
  }
  for (const logic::Performance& one : relation.performances) {
    std::optional<double>& side =
        logic::is_under_test(one.revision) ? claim.under_test : claim.baseline;
    side = typical_run(one, formula.metric, performances);
  }
  return claim;
}

/// How bad it is among claims of one standing: the increase that could hide, as
/// its row shows it, or the increase that was seen.
double badness(const RelationReport& relation) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (relation.decision.finding != logic::Finding::kIndistinct) {
    return ratio.estimate.value_or(1) - 1;
  }
  const bool shows_typical_calls =
      relation.parts && relation.parts->asks_typical_calls &&
      relation.parts->units < statistics::kFewestUnits;
  if (shows_typical_calls && ratio.upper) return *ratio.upper - 1;
  return relation.hidden.value_or(0);
}

/// The claims of one commit and reason.
struct AcceptedClaims {
  const AcceptedCommit* accepted;
  std::vector<std::string> names;
};

std::string names_text_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

}  // namespace

std::vector<std::string> accepted_notes(const Guard& guard) {
  std::vector<AcceptedClaims> all;
  for (const GuardClaim& one : guard.claims) {
    if (!one.accepted) continue;
    auto found = std::ranges::find_if(all, [&](const AcceptedClaims& other) {
      return other.accepted->change == one.accepted->change;
    });
    if (found == all.end()) found = all.insert(found, {&*one.accepted, {}});
    std::vector<std::string>& names = found->names;
    const std::string& name = guard.formulas[one.formula].label;
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  std::vector<std::string> result;
  for (AcceptedClaims& one : all) {
    std::ranges::sort(one.names);
    result.push_back("accepted: " + names_text_of(one.names) +
                     (one.names.size() == 1 ? " is" : " are") +
                     " compared with " + to_text(one.accepted->revision) +
                     ", not with the baseline: " + one.accepted->change.reason);
  }
  return result;
}

double largest_hidden(const Guard& guard) {
  double result = 0;
  for (const FormulaReport& one : guard.formulas) {
    if (one.is_weak) result = std::max(result, badness(one.relations.front()));
  }
  return result;
}

namespace {

/// Returns the reason that leaves most claims undecided; empty if there is
/// none.
std::string common_reason(const std::vector<FormulaReport>& formulas) {
  std::map<std::string, std::size_t> counts;
  for (const FormulaReport& one : formulas) {
    const logic::Decision& decision = one.relations.front().decision;
    if (decision.verdict != logic::Verdict::kUndecided) continue;
    if (2 * ++counts[decision.reason] > formulas.size()) return decision.reason;
  }
  return {};
}

/// Returns the budget that holds a first look at each claim without one, and
/// what that takes; empty if none is known.
std::string budget_of_first_looks(const std::vector<FormulaReport>& formulas) {
  double longest = 0;
  double all = 0;
  for (const FormulaReport& one : formulas) {
    const RelationReport& relation = one.relations.front();
    if (relation.blocks > 0) continue;
    longest = std::max(longest, relation.lacking_budget);
    all += relation.lacking_budget;
  }
  if (longest == 0) return {};
  return "try --budget " + time_option(longest) + ", which takes about " +
         time_option(all) + " in all";
}

}  // namespace

std::string remedy_of(const Guard& guard, const Settings& settings,
                      Disturbed disturbed) {
  std::string reason = common_reason(guard.formulas);
  std::string longer = settings.budget_total.count() > 0
                           ? ""
                           : budget_of_first_looks(guard.formulas);
  if (!reason.empty()) return reason + (longer.empty() ? "" : ": ") + longer;
  if (!longer.empty()) return longer;
  std::size_t weak = 0;
  double longest = 0;
  double all = 0;
  bool is_known = true;
  for (const FormulaReport& one : guard.formulas) {
    if (!one.is_weak) continue;
    ++weak;
    const double seconds = seconds_to_settle(one.relations.front());
    is_known = is_known && seconds > 0;
    longest = std::max(longest, seconds);
    all += seconds;
  }
  if (2 * weak <= guard.formulas.size()) return {};
  constexpr double kLongest = 3600;
  constexpr double kMostTolerated = 0.5;
  const auto seconds_of = [](std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
  };
  std::vector<std::string> remedies;
  if (disturbed == Disturbed::kYes) {
    remedies.emplace_back(
        "try --metric cpu, which other programs disturb less");
  } else if (is_known && all < kLongest) {
    const double total = seconds_of(settings.budget_total);
    remedies.push_back(
        total > 0 ? "try --budget-total " + time_option(total + all)
                  : "try --budget " +
                        time_option(seconds_of(settings.budget) + longest) +
                        ", which takes about " + time_option(all) + " more");
  }
  const double hidden = largest_hidden(guard);
  if (hidden > 0 && hidden < kMostTolerated) {
    remedies.push_back(fmt::format("ask for less: --tolerance {:.0f}%",
                                   std::ceil(100 * hidden)));
  }
  if (remedies.empty()) {
    return settings.data.empty()
               ? "measure on a machine that does less beside"
               : "give more reports a side, each with its own --data";
  }
  return fmt::format("{}", fmt::join(remedies, ", or "));
}

Guard guard(const Guarded& guarded, Evaluation evaluation,
            const std::vector<PerformanceReport>& performances) {
  Guard result;
  result.formulas = std::move(evaluation.formulas);
  for (std::size_t i = 0; i < result.formulas.size(); ++i) {
    result.claims.push_back(claim_of(result.formulas[i], performances));
    result.claims.back().formula = i;
  }
  const auto rank = [&](const GuardClaim& one) {
    return std::tuple(one.standing,
                      -badness(result.formulas[one.formula].relations.front()));
  };
  std::ranges::stable_sort(
      result.claims, [&](const GuardClaim& left, const GuardClaim& right) {
        return rank(left) < rank(right);
      });
  result.together = together(result.formulas, performances);
  result.sign = guarded.sign;
  result.left_out = guarded.left_out;
  result.appeared = guarded.appeared;
  result.vanished = guarded.vanished;
  return result;
}

}  // namespace spl::runner
