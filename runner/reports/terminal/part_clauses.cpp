#include "runner/reports/terminal/part_clauses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/terminal/turning_change.hpp"

namespace spl::runner {
namespace {

/// Names the units: blocks, or the fixed layouts of several blocks each.
const char* units_of(const RelationReport& relation) {
  return relation.parts->units < relation.blocks ? "layouts" : "blocks";
}

}  // namespace

using logic::PartsDecision;
using logic::Sign;
using statistics::Part;

std::string slow_text(const PartsDecision& parts) {
  const auto& slow = parts.slow;
  const std::size_t all = slow.left + slow.right;
  if (all == 0) return {};
  const char* what = slow.are_runs ? "slow runs" : "slow calls";
  const std::size_t more = std::max(slow.left, slow.right);
  constexpr std::size_t kMost = 5;  // Times the other side's.
  if (more > kMost * (all - more)) {
    return fmt::format(": {}, {} of {} slow blocks on the {}", what, more, all,
                       slow.left == more ? "left" : "right");
  }
  return fmt::format(": {} on both sides ({} of {} blocks against {})", what,
                     slow.left, parts.units, slow.right);
}

bool is_found_by_typical_calls(const PartsDecision& parts) {
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

bool are_enough_for_means(const PartsDecision& parts) {
  return parts.units >= statistics::units_for_no_change(parts.needed) &&
         parts.calls >= parts.needed.calls;
}

bool do_parts_contradict(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  return relation.decision.strength == logic::Strength::kUndecided &&
         (found.greater_is_denied || found.less_is_denied);
}

std::string shown_text(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  const bool is_greater =
      found.all_show_greater && minds_increase(relation.sign);
  const bool is_less = found.all_show_less && minds_decrease(relation.sign);
  if (!is_greater && !is_less) return {};
  const PartsDecision& parts = *relation.parts;
  std::string what = "no test finds it";
  if (parts.units < parts.needed.units) {
    what = fmt::format("a proof takes {} {}", parts.needed.units,
                       units_of(relation));
  } else if (parts.calls < parts.needed.calls) {
    what = fmt::format("a proof takes {} calls a side", parts.needed.calls);
  }
  return fmt::format("all {} show {} of more than 25 %; {}", units_of(relation),
                     is_greater ? "an increase" : "a decrease", what);
}

bool is_claim_found(const RelationReport& relation) {
  const auto& found = relation.parts->findings;
  const bool is_found = (relation.sign != Sign::kGreater && found.less) ||
                        (relation.sign != Sign::kLess && found.greater);
  const bool claims = relation.sign == Sign::kLess ||
                      relation.sign == Sign::kGreater ||
                      relation.sign == Sign::kNotEqual;
  return claims && is_found;
}

const char* provable_sign(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (relation.sign == Sign::kLessEqual && parts.findings.less &&
      parts.upper < 1) {
    return "<";
  }
  const bool is_slower = relation.sign == Sign::kGreaterEqual &&
                         parts.findings.greater && parts.lower > 1;
  return is_slower ? ">" : nullptr;
}

std::string few_units_text(const RelationReport& relation) {
  return fmt::format("fewer than {} {}: slow runs are not judged",
                     statistics::kFewestUnits, units_of(relation));
}

std::string few_of_proof_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const bool is_few = relation.decision.strength == logic::Strength::kProven &&
                      !parts.nothing_varies &&
                      parts.units < statistics::kUnitsOfOneInTen &&
                      parts.units >= statistics::kFewestUnits;
  return is_few ? fmt::format("{} processes only", parts.units) : std::string();
}

std::string lacking_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const char* instead = parts.asks_typical_calls
                            ? "; -s statistic=typical judges typical calls"
                            : "";
  if (parts.calls < parts.needed.calls) {
    return fmt::format("; a proof about all calls needs {} calls a side{}",
                       parts.needed.calls, instead);
  }
  if (parts.units < parts.needed.units) {
    return fmt::format(
        "; a proof about all calls needs {} {}, or limits beyond a factor of "
        "2{}",
        parts.needed.units, units_of(relation), instead);
  }
  const bool could_turn =
      parts.findings.less ? parts.upper >= 1 : parts.lower <= 1;
  if (could_turn) return {};  // The limits say what is lacking.
  return fmt::format(
      "; all calls show it at 90 %, which is not the level of a proof{}",
      instead);
}

}  // namespace spl::runner
