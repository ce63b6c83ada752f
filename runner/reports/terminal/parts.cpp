#include "runner/reports/terminal/parts.hpp"

#include <fmt/format.h>

#include "runner/reports/terminal/part_clauses.hpp"
#include "runner/reports/terminal/turning_change.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::Finding;
using logic::PartsDecision;
using logic::Sign;

std::string interval_text(double lower, double upper) {
  return fmt::format(" ({} .. {})", ratio_text(lower), ratio_text(upper));
}

std::string typical_text(const RelationReport& relation) {
  const statistics::RatioInterval& found = relation.decision.ratio;
  return "typical calls " +
         (found.estimate ? ratio_text(*found.estimate) : "not known");
}

std::string with_interval(std::string text, const RelationReport& relation) {
  const statistics::RatioInterval& found = relation.decision.ratio;
  if (!found.lower || !found.upper) return text;
  return text + interval_text(*found.lower, *found.upper);
}

std::string mean_text(const PartsDecision& parts) {
  return "all calls " + ratio_text(parts.mean);
}

std::string mean_with_limits(const PartsDecision& parts) {
  return mean_text(parts) + interval_text(parts.lower, parts.upper);
}

std::string found_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (!parts.asks_typical_calls) {
    return mean_with_limits(parts) + slow_text(parts);
  }
  if (!is_found_by_typical_calls(parts)) {
    const std::string slow = slow_text(parts);
    return mean_with_limits(parts) + ", " + typical_text(relation) +
           (slow.empty() ? ": slow calls" : slow);
  }
  std::string text = with_interval(typical_text(relation), relation);
  if (parts.units < statistics::kFewestUnits) return text;
  const bool is_within = parts.lower <= parts.mean && parts.mean <= parts.upper;
  return text + ", " + (is_within ? mean_with_limits(parts) : mean_text(parts));
}

/// Names the limits of the mean on the sides that matter.
std::string bounds_text(Sign sign, const PartsDecision& parts) {
  if (!minds_decrease(sign)) return "at most " + ratio_text(parts.upper);
  if (!minds_increase(sign)) return "at least " + ratio_text(parts.lower);
  return ratio_text(parts.lower) + " .. " + ratio_text(parts.upper);
}

std::string ruled_out_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const TurningChange change = turning_change(relation.sign);
  const std::string bounds = bounds_text(relation.sign, parts);
  if (!parts.asks_typical_calls) {
    return fmt::format("{}: no {} of {} ({})", mean_text(parts), change.name,
                       percent_text(parts.resolutions.all_calls), bounds);
  }
  if (const char* sign = provable_sign(relation)) {
    return fmt::format("{}, all calls {}: {}; `{}` would prove it",
                       with_interval(typical_text(relation), relation), bounds,
                       *sign == '<' ? "faster" : "slower", sign);
  }
  return fmt::format("{}: no {} of {}; all calls: none of {} ({})",
                     with_interval(typical_text(relation), relation),
                     change.name, percent_text(parts.resolutions.typical_calls),
                     percent_text(parts.resolutions.all_calls), bounds);
}

std::string open_typical_text(const RelationReport& relation) {
  std::string text = with_interval(typical_text(relation), relation);
  if (is_typical_ruled_out(relation)) {
    return text +
           fmt::format(": no {} of {}", turning_change(relation.sign).name,
                       percent_text(relation.parts->resolutions.typical_calls));
  }
  const statistics::RatioInterval& found = relation.decision.ratio;
  if (!found.lower || !found.upper) return text;
  return text + ", " +
         could_hide(relation.sign,
                    hidden_change(relation.sign, *found.lower, *found.upper));
}

std::string open_mean_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  std::string text = mean_with_limits(parts);
  if (is_mean_ruled_out(relation)) {
    // With fewer the limits say nothing of what was not seen.
    if (!are_enough_for_means(parts)) return text;
    return text + fmt::format(": no {} of {}",
                              turning_change(relation.sign).name,
                              percent_text(parts.resolutions.all_calls));
  }
  return text + ", " +
         could_hide(relation.sign,
                    hidden_change(relation.sign, parts.lower, parts.upper)) +
         slow_text(parts);
}

/// Describes a difference that was found, but not proven for all calls.
std::string unproven_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const bool is_less = parts.findings.less;
  std::string text;
  if (parts.asks_typical_calls) {
    text = with_interval(typical_text(relation), relation) +
           (is_less ? " (a decrease), " : " (an increase), ");
  }
  text += mean_text(parts);
  const double bound = is_less ? parts.upper : parts.lower;
  const bool could_turn = is_less ? bound >= 1 : bound <= 1;
  if (could_turn) {
    text += fmt::format(": {} to {} could hide", is_less ? "up" : "down",
                        ratio_text(bound));
  }
  return text + lacking_text(relation);
}

std::string open_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (do_parts_contradict(relation)) {
    return fmt::format(
        "{}, {}: {} contradict; more blocks or -s statistic=typical",
        typical_text(relation), mean_text(parts),
        parts.slow.are_runs ? "slow runs" : "slow calls");
  }
  const bool are_few = parts.units < statistics::kFewestUnits;
  const std::string few = "; " + few_units_text(relation);
  if (const std::string shown = shown_text(relation); !shown.empty()) {
    return (parts.asks_typical_calls
                ? with_interval(typical_text(relation), relation)
                : mean_with_limits(parts)) +
           ": " + shown + (are_few ? few : "");
  }
  if (is_claim_found(relation)) {
    return unproven_text(relation) + (are_few ? few : "");
  }
  if (are_few && parts.asks_typical_calls) {
    return open_typical_text(relation) + few;
  }
  std::string text;
  if (parts.asks_typical_calls) text = open_typical_text(relation) + "; ";
  return text + open_mean_text(relation);
}

}  // namespace

std::string parts_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (parts.finding != Finding::kIndistinct) {
    std::string text = found_text(relation);
    const std::string few = few_of_proof_text(relation);
    if (!few.empty()) text += "; " + few;
    return parts.units < statistics::kFewestUnits && !parts.nothing_varies
               ? text + "; " + few_units_text(relation)
               : text;
  }
  return parts.rules_out_change ? ruled_out_text(relation)
                                : open_text(relation);
}

}  // namespace spl::runner
