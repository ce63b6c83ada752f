#include "runner/reports/terminal/parts_note.hpp"

#include <fmt/format.h>

#include "runner/reports/terminal/part_clauses.hpp"
#include "runner/reports/terminal/side_texts.hpp"
#include "runner/reports/terminal/turning_change.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::Finding;
using logic::PartsDecision;

/// Removes the colon that begins what slow_text() returns.
std::string slow_note(const PartsDecision& parts) {
  const std::string text = slow_text(parts);
  return text.empty() ? text : text.substr(2);
}

void add_note(const std::string& clause, std::string& note) {
  if (clause.empty()) return;
  note += (note.empty() ? "" : "; ") + clause;
}

/// Names the means of both sides, where they and not the typical calls differ.
std::string found_note(const RelationReport& relation,
                       logic::Dimension dimension) {
  const PartsDecision& parts = *relation.parts;
  std::string note;
  if (!parts.asks_typical_calls) {
    note = slow_note(parts);
  } else if (!is_found_by_typical_calls(parts)) {
    const auto& left = relation.sides.left.mean;
    const auto& right = relation.sides.right.mean;
    note = "all calls differ (" + ratio_text(parts.lower) + " .. " +
           ratio_text(parts.upper) + ")";
    if (left && right) {
      note += ", " + short_amount_text(*left, dimension) + " against " +
              short_amount_text(*right, dimension) + " in the mean";
    }
    const std::string slow = slow_text(parts);
    note += slow.empty() ? ": slow calls" : slow;
  }
  if (parts.units < statistics::kFewestUnits) {
    add_note(few_units_text(relation), note);
  }
  add_note(few_of_proof_text(relation), note);
  return note;
}

std::string ruled_out_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const char* change = turning_change(relation.sign).name;
  const std::string of_all = percent_text(parts.resolutions.all_calls);
  if (!parts.asks_typical_calls) {
    return fmt::format("no {} of {}", change, of_all);
  }
  if (const char* sign = provable_sign(relation)) {
    return fmt::format("{}; `{}` would prove it",
                       *sign == '<' ? "faster" : "slower", sign);
  }
  return fmt::format("no {} of {}, in all calls of {}", change,
                     percent_text(parts.resolutions.typical_calls), of_all);
}

std::string open_typical_note(const RelationReport& relation) {
  if (is_typical_ruled_out(relation)) {
    return fmt::format("typical calls: no {} of {}",
                       turning_change(relation.sign).name,
                       percent_text(relation.parts->resolutions.typical_calls));
  }
  const statistics::RatioInterval& found = relation.decision.ratio;
  if (!found.lower || !found.upper) return {};
  return "typical calls: " +
         could_hide(relation.sign,
                    hidden_change(relation.sign, *found.lower, *found.upper));
}

std::string open_mean_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (is_mean_ruled_out(relation)) {
    if (!are_enough_for_means(parts)) return {};
    return fmt::format("all calls: no {} of {}",
                       turning_change(relation.sign).name,
                       percent_text(parts.resolutions.all_calls));
  }
  return "all calls: " +
         could_hide(relation.sign,
                    hidden_change(relation.sign, parts.lower, parts.upper)) +
         slow_text(parts);
}

/// Describes a difference that was found, but not proven for all calls.
std::string unproven_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const bool is_less = parts.findings.less;
  const double bound = is_less ? parts.upper : parts.lower;
  std::string note = is_less ? "a decrease" : "an increase";
  if (is_less ? bound >= 1 : bound <= 1) {
    note += fmt::format(", but in all calls {} to {} could hide",
                        is_less ? "up" : "down", ratio_text(bound));
  }
  return note + lacking_text(relation);
}

std::string open_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (do_parts_contradict(relation)) {
    return fmt::format("{} contradict; more blocks or -s statistic=typical",
                       parts.slow.are_runs ? "slow runs" : "slow calls");
  }
  const bool are_few = parts.units < statistics::kFewestUnits;
  std::string note = shown_text(relation);
  if (!note.empty()) return note;
  if (is_claim_found(relation)) {
    note = unproven_note(relation);
  } else if (parts.asks_typical_calls) {
    note = open_typical_note(relation);
  }
  if (are_few) {
    add_note(few_units_text(relation), note);
  } else if (!is_claim_found(relation)) {
    add_note(open_mean_note(relation), note);
  }
  return note;
}

}  // namespace

std::string parts_note(const RelationReport& relation,
                       logic::Dimension dimension) {
  if (relation.parts->finding != Finding::kIndistinct) {
    return found_note(relation, dimension);
  }
  return relation.parts->rules_out_change ? ruled_out_note(relation)
                                          : open_note(relation);
}

}  // namespace spl::runner
