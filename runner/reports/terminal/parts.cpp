#include "runner/reports/terminal/parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/terminal/side_texts.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::Finding;
using logic::PartsDecision;
using logic::Sign;
using logic::Strength;
using statistics::ThreeParts;

bool minds_increase(Sign sign) {
  return turns_verdict(sign, Finding::kGreater);
}

bool minds_decrease(Sign sign) { return turns_verdict(sign, Finding::kLess); }

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

/// Returns the side whose slow calls or runs are conspicuous, if there is one.
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

std::string found_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const bool is_typical =
      parts.asks_typical_calls &&
      parts.found_by.value_or(statistics::Part::kTypicalCalls) ==
          statistics::Part::kTypicalCalls;
  if (!parts.asks_typical_calls) {
    return mean_with_limits(parts) + slow_text(parts);
  }
  if (!is_typical) {
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

/// Returns the largest change that these limits leave.
double hidden(Sign sign, double lower, double upper) {
  return std::max(minds_increase(sign) ? upper - 1 : 0.0,
                  minds_decrease(sign) ? 1 - lower : 0.0);
}

std::string could_hide(const RelationReport& relation, double change) {
  const TurningChange turning = turning_change(relation.sign);
  return fmt::format("{} {} {} could hide", turning.article, turning.name,
                     reach_text(change));
}

std::string ruled_out_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const TurningChange change = turning_change(relation.sign);
  const std::string bounds = bounds_text(relation.sign, parts);
  if (!parts.asks_typical_calls) {
    return fmt::format("{}: no {} of {} ({})", mean_text(parts), change.name,
                       percent_text(parts.resolutions.all_calls), bounds);
  }
  const bool is_faster = relation.sign == Sign::kLessEqual &&
                         parts.findings.less && parts.upper < 1;
  const bool is_slower = relation.sign == Sign::kGreaterEqual &&
                         parts.findings.greater && parts.lower > 1;
  if (is_faster || is_slower) {
    return fmt::format("{}, all calls {}: {}; `{}` would prove it",
                       typical_text(relation), bounds,
                       is_faster ? "faster" : "slower", is_faster ? "<" : ">");
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
         could_hide(relation,
                    hidden(relation.sign, *found.lower, *found.upper));
}

std::string open_mean_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  std::string text = mean_with_limits(parts);
  const bool are_enough = parts.units >= ThreeParts::kUnitsForNoChange &&
                          parts.calls >= ThreeParts::kCallsForMeans;
  // With fewer the limits say nothing of what was not seen.
  if (is_mean_ruled_out(relation) && !are_enough) return text;
  if (is_mean_ruled_out(relation)) {
    return text + fmt::format(": no {} of {}",
                              turning_change(relation.sign).name,
                              percent_text(parts.resolutions.all_calls));
  }
  return text + ", " +
         could_hide(relation, hidden(relation.sign, parts.lower, parts.upper)) +
         slow_text(parts);
}

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

/// Names what a proof lacks.
std::string lacking_text(const PartsDecision& parts) {
  const char* instead = parts.asks_typical_calls
                            ? "; --statistic typical judges typical calls"
                            : "";
  if (parts.calls < ThreeParts::kCallsForMeans) {
    return fmt::format("; a proof about all calls needs {} calls a side{}",
                       ThreeParts::kCallsForMeans, instead);
  }
  if (parts.units < ThreeParts::kUnitsForProof) {
    return fmt::format(
        "; a proof about all calls needs {} blocks or a factor of 2{}",
        ThreeParts::kUnitsForProof, instead);
  }
  return {};
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
  return text + lacking_text(parts);
}

std::string open_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const auto& found = parts.findings;
  if (relation.decision.strength == Strength::kUndecided &&
      (found.greater_is_denied || found.less_is_denied)) {
    return fmt::format(
        "{}, {}: {} contradict; more blocks or --statistic typical",
        typical_text(relation), mean_text(parts),
        parts.slow.are_runs ? "slow runs" : "slow calls");
  }
  constexpr const char* kFewBlocks =
      "; fewer than 12 blocks: slow runs are not judged";
  const bool are_few = parts.units < statistics::kFewestUnits;
  if (is_claim_found(relation)) {
    return unproven_text(relation) + (are_few ? kFewBlocks : "");
  }
  if (are_few && parts.asks_typical_calls) {
    return open_typical_text(relation) + kFewBlocks;
  }
  std::string text;
  if (parts.asks_typical_calls) text = open_typical_text(relation) + "; ";
  return text + open_mean_text(relation);
}

constexpr const char* kFewBlocksNote =
    "fewer than 12 blocks: slow runs are not judged";

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
  const bool is_typical =
      parts.found_by.value_or(statistics::Part::kTypicalCalls) ==
      statistics::Part::kTypicalCalls;
  if (!parts.asks_typical_calls) {
    note = slow_note(parts);
  } else if (!is_typical) {
    const auto& left = relation.sides.left.mean;
    const auto& right = relation.sides.right.mean;
    note = "all calls differ";
    if (left && right) {
      note += ", " + short_amount_text(*left, dimension) + " against " +
              short_amount_text(*right, dimension) + " in the mean";
    }
    const std::string slow = slow_text(parts);
    note += slow.empty() ? ": slow calls" : slow;
  }
  if (parts.units < statistics::kFewestUnits) add_note(kFewBlocksNote, note);
  return note;
}

std::string ruled_out_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const char* change = turning_change(relation.sign).name;
  const std::string of_all = percent_text(parts.resolutions.all_calls);
  if (!parts.asks_typical_calls) {
    return fmt::format("no {} of {}", change, of_all);
  }
  if (relation.sign == Sign::kLessEqual && parts.findings.less &&
      parts.upper < 1) {
    return "faster; `<` would prove it";
  }
  if (relation.sign == Sign::kGreaterEqual && parts.findings.greater &&
      parts.lower > 1) {
    return "slower; `>` would prove it";
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
         could_hide(relation,
                    hidden(relation.sign, *found.lower, *found.upper));
}

std::string open_mean_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (is_mean_ruled_out(relation)) {
    const bool are_enough = parts.units >= ThreeParts::kUnitsForNoChange &&
                            parts.calls >= ThreeParts::kCallsForMeans;
    if (!are_enough) return {};
    return fmt::format("all calls: no {} of {}",
                       turning_change(relation.sign).name,
                       percent_text(parts.resolutions.all_calls));
  }
  return "all calls: " +
         could_hide(relation, hidden(relation.sign, parts.lower, parts.upper)) +
         slow_text(parts);
}

/// Describes a difference that was found, but not proven for all calls.
std::string unproven_note(const PartsDecision& parts) {
  const bool is_less = parts.findings.less;
  const double bound = is_less ? parts.upper : parts.lower;
  std::string note = is_less ? "a decrease" : "an increase";
  if (is_less ? bound >= 1 : bound <= 1) {
    note += fmt::format(", but in all calls {} to {} could hide",
                        is_less ? "up" : "down", ratio_text(bound));
  }
  return note + lacking_text(parts);
}

std::string open_note(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  const auto& found = parts.findings;
  if (relation.decision.strength == Strength::kUndecided &&
      (found.greater_is_denied || found.less_is_denied)) {
    return fmt::format("{} contradict; more blocks or --statistic typical",
                       parts.slow.are_runs ? "slow runs" : "slow calls");
  }
  const bool are_few = parts.units < statistics::kFewestUnits;
  std::string note;
  if (is_claim_found(relation)) {
    note = unproven_note(parts);
  } else if (parts.asks_typical_calls) {
    note = open_typical_note(relation);
  }
  if (are_few) {
    add_note(kFewBlocksNote, note);
  } else if (!is_claim_found(relation)) {
    add_note(open_mean_note(relation), note);
  }
  return note;
}

/// " (40 ms)", if the time is known.
std::string time_text(const Followed& followed) {
  return followed.seconds > 0 ? " (" + seconds_text(followed.seconds) + ')'
                              : std::string();
}

}  // namespace

TurningChange turning_change(Sign sign) {
  if (minds_increase(sign) && minds_decrease(sign)) return {"change", "a"};
  return minds_increase(sign) ? TurningChange{"increase", "an"}
                              : TurningChange{"decrease", "a"};
}

std::string parts_text(const RelationReport& relation) {
  const PartsDecision& parts = *relation.parts;
  if (parts.finding != Finding::kIndistinct) {
    std::string text = found_text(relation);
    return parts.units < statistics::kFewestUnits && !parts.nothing_varies
               ? text + "; fewer than 12 blocks: slow runs are not judged"
               : text;
  }
  return parts.rules_out_change ? ruled_out_text(relation)
                                : open_text(relation);
}

std::string parts_note(const RelationReport& relation,
                       logic::Dimension dimension) {
  if (relation.parts->finding != Finding::kIndistinct) {
    return found_note(relation, dimension);
  }
  return relation.parts->rules_out_change ? ruled_out_note(relation)
                                          : open_note(relation);
}

namespace {

/// Whether the answer is that nothing is there, or that it is proven.
bool may_be_unseen(const RelationReport& relation) {
  if (!relation.parts || relation.parts->nothing_varies) return false;
  const Strength strength = relation.decision.strength;
  return strength != Strength::kRefuted && strength != Strength::kUndecided;
}

std::string with_followed(std::string text, const Followed& followed) {
  if (followed.calls > 0) {
    text += fmt::format("; what happens after {} calls{} of a process",
                        count_text(followed.calls), time_text(followed));
  }
  return text;
}

}  // namespace

std::string unseen_text(const RelationReport& relation) {
  if (!may_be_unseen(relation)) return {};
  return with_followed("      " + unseen_text(relation.parts->unseen),
                       relation.followed) +
         '\n';
}

std::string unseen_text(const std::vector<FormulaReport>& formulas) {
  std::optional<statistics::Unseen> least;
  std::size_t relations = 0;
  Followed followed;
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& one : formula.relations) {
      if (!may_be_unseen(one)) continue;
      const statistics::Unseen& unseen = one.parts->unseen;
      if (!least) least = unseen;
      least->processes = std::min(least->processes, unseen.processes);
      least->calls = std::min(least->calls, unseen.calls);
      const bool is_less =
          followed.calls == 0 || one.followed.calls < followed.calls;
      if (one.followed.calls > 0 && is_less) followed = one.followed;
      ++relations;
    }
  }
  if (!least) return {};
  return with_followed(unseen_text(*least), followed) +
         (relations > 1 ? " (of some relations less; -v)\n" : "\n");
}

std::string unseen_text(const statistics::Unseen& unseen) {
  return fmt::format(
      "may be unseen (1 in 10): what fewer than 1 of {:.0f} processes or 1 of "
      "{:.0f} calls do",
      unseen.processes, unseen.calls);
}

}  // namespace spl::runner
