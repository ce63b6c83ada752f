#include "runner/reports/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::Finding;
using logic::PartsDecision;
using logic::Sign;
using statistics::Part;

/// Whether an increase of the left side would turn the verdict.
bool minds_increase(Sign sign) {
  return turns_verdict(sign, Finding::kGreater);
}

bool minds_decrease(Sign sign) { return turns_verdict(sign, Finding::kLess); }

/// Whether the difference that the relation claims was found in some part.
bool is_claim_found(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  const bool is_found = (relation.sign != Sign::kGreater && found.less) ||
                        (relation.sign != Sign::kLess && found.greater);
  const bool claims = relation.sign == Sign::kLess ||
                      relation.sign == Sign::kGreater ||
                      relation.sign == Sign::kNotEqual;
  return claims && is_found;
}

/// Whether the plain means decided, or leave open what typical calls do not.
bool is_about_all_calls(const RelationReport& relation,
                        const PartsDecision& parts) {
  if (parts.nothing_varies) return false;
  if (!parts.asks_typical_calls) return true;
  if (parts.finding != Finding::kIndistinct) {
    return parts.found_by && *parts.found_by != Part::kTypicalCalls;
  }
  // Typical calls show it, and all calls do not prove it.
  if (relation.parts &&
      relation.decision.verdict == logic::Verdict::kUndecided &&
      (do_parts_contradict(relation) || is_claim_found(relation))) {
    return true;
  }
  if (parts.rules_out_change || parts.units < statistics::kFewestUnits ||
      !relation.parts) {
    return false;
  }
  return is_typical_ruled_out(relation) && !is_mean_ruled_out(relation);
}

/// The ratios of all calls that no part rejects, with the limits of the mean:
/// on one side of 1 just where a part of all calls found a difference.
MeasuredQuotient of_all_calls(const PartsDecision& parts) {
  const statistics::PartFindings& found = parts.findings;
  const statistics::RatioSet kept =
      common(found.set(Part::kAllCalls), found.set(Part::kAllRuns));
  MeasuredQuotient result{parts.mean, std::min(kept.lower, parts.lower),
                          std::max(kept.upper, parts.upper)};
  if (parts.finding != Finding::kIndistinct && parts.found_by) {
    const statistics::RatioSet& finder = found.set(*parts.found_by);
    if (parts.finding == Finding::kGreater) {
      result.lower = std::max(result.lower, finder.lower);
    } else {
      result.upper = std::min(result.upper, finder.upper);
    }
  }
  result.lower = std::max(0.0, result.lower);
  result.estimate = std::clamp(parts.mean, result.lower, result.upper);
  return result;
}

/// Numbers with so many decimals whose sum with the factors is the total: those
/// whose rounding is the worst are rounded the other way.
std::vector<double> rounded_terms(std::vector<double> terms,
                                  const std::vector<double>& factors,
                                  double total, int decimals) {
  const double scale = std::pow(10.0, decimals);
  double rest = std::nearbyint(total * scale);
  std::vector<double> exact = terms;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    exact[i] = terms[i] * scale;
    terms[i] = std::nearbyint(exact[i]);
    rest -= factors[i] * terms[i];
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double step = rest > 0 ? 1 : -1;
    if (factors[i] <= 0 || std::abs(rest) < factors[i] - 1e-9) continue;
    terms[i] += step;
    rest -= step * factors[i];
  }
  for (double& one : terms) one /= scale;
  return terms;
}

/// A sum with its terms: `2 * 10.3 + 14.4 = 35.0 ns`.
std::string sum_text(const RelationSide& side, double total, bool is_of_means,
                     logic::Dimension dimension, int digits) {
  const double factor = common_factor(side);
  std::vector<double> terms;
  std::vector<double> factors;
  double raw = 0;
  for (const SideTerm& one : side.terms) {
    const auto& amount = is_of_means ? one.mean : one.amount;
    if (!amount) return digits_of(total, dimension, digits);
    terms.push_back(*amount);
    factors.push_back(logic::rounded(one.factor / factor));
    raw += factors.back() * *amount;
  }
  const std::string all = digits_of(total, dimension, digits);
  const std::size_t blank = std::min(all.find(' '), all.size());
  const std::size_t point = all.find('.');
  const int decimals =
      point == all.npos ? 0 : static_cast<int>(blank - point - 1);
  const double shown = std::stod(all);
  const double unit = rounded_amount(total, dimension, digits) / shown;
  const double scale = raw > 0 ? (total - side.constant / factor) / raw : 1;
  for (double& one : terms) one *= scale / unit;
  if (side.constant != 0) {
    terms.push_back(side.constant / factor / unit);
    factors.push_back(1);
  }
  terms = rounded_terms(terms, factors, shown, decimals);
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    text +=
        (text.empty() ? "" : " + ") +
        (factors[i] == 1 ? ""
                         : logic::to_text(logic::Value(factors[i])) + " * ") +
        fmt::format("{:.{}f}", terms[i], decimals);
  }
  return text + " = " + all;
}

}  // namespace

bool is_found_by_typical_calls(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  return parts.asks_typical_calls &&
         parts.found_by.value_or(Part::kTypicalCalls) == Part::kTypicalCalls;
}

bool is_typical_ruled_out(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  return (!minds_increase(relation.sign) || found.no_typical_increase) &&
         (!minds_decrease(relation.sign) || found.no_typical_decrease);
}

bool is_mean_ruled_out(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  return (!minds_increase(relation.sign) || found.no_mean_increase) &&
         (!minds_decrease(relation.sign) || found.no_mean_decrease);
}

bool do_parts_contradict(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  return relation.decision.strength == logic::Strength::kUndecided &&
         (found.greater_is_denied || found.less_is_denied);
}

bool claims_proof(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  return (found.suggests_greater && minds_increase(relation.sign)) ||
         (found.suggests_less && minds_decrease(relation.sign)) ||
         is_claim_found(relation);
}

double common_factor(const RelationSide& side) {
  if (side.terms.empty() || side.constant != 0) return 1;
  const double first = side.terms.front().factor;
  const bool is_common = std::ranges::all_of(
      side.terms, [&](const SideTerm& one) { return one.factor == first; });
  return is_common && first > 0 ? first : 1;
}

std::optional<double> shown_amount(const RelationSide& side,
                                   const Figure& figure) {
  const auto& amount = figure.is_of_all_calls ? side.mean : side.amount;
  if (!amount || side.terms.empty()) return std::nullopt;
  return *amount / common_factor(side);
}

std::optional<Figure> figure_of(const RelationReport& relation) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  const auto& parts = seen_by_parts(relation);
  Figure result;
  result.limit =
      common_factor(relation.sides.right) / common_factor(relation.sides.left);
  result.varies = !relation.nothing_varied && !(parts && parts->nothing_varies);
  if (parts && is_about_all_calls(relation, *parts)) {
    result.is_of_all_calls = true;
    result.quotient = of_all_calls(*parts);
    result.has_range = true;
  } else if (!ratio.estimate || !(*ratio.estimate > 0)) {
    return std::nullopt;
  } else {
    result.has_range = result.varies && ratio.lower && ratio.upper;
    result.quotient.estimate = *ratio.estimate;
    result.quotient.lower = result.has_range ? *ratio.lower : *ratio.estimate;
    result.quotient.upper = result.has_range ? *ratio.upper : *ratio.estimate;
  }
  result.quotient.estimate *= result.limit;
  result.quotient.lower *= result.limit;
  result.quotient.upper *= result.limit;
  return result;
}

Figure exchanged(const Figure& figure) {
  Figure result = figure;
  result.quotient = {1 / figure.quotient.estimate, 1 / figure.quotient.upper,
                     1 / figure.quotient.lower};
  result.limit = 1 / figure.limit;
  return result;
}

SideTexts sides_of(const RelationReport& relation, const Figure& figure,
                   logic::Dimension dimension, const PairOfDigits& digits) {
  const auto side_text = [&](const RelationSide& side, int own) {
    const auto amount = shown_amount(side, figure);
    if (!amount) return std::string();
    const bool is_sum = side.terms.size() > 1 || side.constant != 0;
    return is_sum
               ? sum_text(side, *amount, figure.is_of_all_calls, dimension, own)
               : digits_of(*amount, dimension, own);
  };
  return {side_text(relation.sides.left, digits.left),
          side_text(relation.sides.right, digits.right)};
}

}  // namespace spl::runner
