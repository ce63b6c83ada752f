#include "runner/reports/terminal/effect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "runner/reports/figure.hpp"
#include "runner/reports/terminal/turning_change.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::PartsDecision;
using Facts = std::vector<std::string>;

/// Turns a sentence into a part of another.
std::string as_clause(std::string sentence) {
  sentence.erase(sentence.find_last_not_of('.') + 1);
  char& first = sentence.front();
  if (first >= 'A' && first <= 'Z')
    first = static_cast<char>(first - 'A' + 'a');
  return sentence;
}

std::string with_limits(const std::string& name, double ratio,
                        const std::optional<double>& lower,
                        const std::optional<double>& upper) {
  std::string text = name + ' ' + ratio_text(ratio);
  if (!lower || !upper) return text;
  return text +
         fmt::format(" ({} .. {})", ratio_text(*lower), ratio_text(*upper));
}

/// Names the statistic of the ratio, if the formula states it.
std::string ratio_name(const RelationReport& relation) {
  if (!relation.stated) return "ratio";
  if (relation.stated->quantile) {
    return to_text(*relation.stated) + " of a usual process: ratio";
  }
  switch (relation.stated->statistic) {
    case logic::Statistic::kTypical:
      return "typical calls: ratio";
    case logic::Statistic::kMean:
      return "all calls: ratio";
    case logic::Statistic::kMedian:
      return "medians: ratio";
    case logic::Statistic::kBoth:
      break;
  }
  return "ratio";
}

std::string difference_text(const logic::Decision& decision,
                            logic::Dimension dimension) {
  std::string text =
      "difference " + amount_text(decision.difference.value_or(0), dimension);
  const auto& threshold = logic::deciding_test(decision)->threshold;
  if (threshold) text += " +- " + amount_text(*threshold, dimension);
  return text;
}

/// Why the observations have no variation, or an empty text.
std::string unvaried_text(const RelationReport& relation) {
  const auto* test = logic::deciding_test(relation.decision);
  if (test == nullptr || test->status != statistics::Status::kDegenerate) {
    return {};
  }
  if (relation.nothing_varied) return "nothing varied";
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  const bool is_one =
      ratio.estimate && (!ratio.lower || !ratio.upper ||
                         ratio_text(*ratio.lower) == ratio_text(*ratio.upper));
  return is_one ? "the ratio did not vary" : "the difference did not vary";
}

/// Names the units: blocks, or the fixed layouts of several blocks each.
const char* units_of(const RelationReport& relation) {
  return relation.parts->units < relation.blocks ? "layouts" : "blocks";
}

/// The blocks that slow calls or runs made conspicuous, of each side.
std::string slow_text(const PartsDecision& parts) {
  const auto& slow = parts.slow;
  if (slow.left + slow.right == 0) return {};
  return fmt::format("slow {} in {} of {} blocks on the left, {} on the right",
                     slow.are_runs ? "runs" : "calls", slow.left, parts.units,
                     slow.right);
}

/// What is ruled out, or could hide, in some calls.
std::string change_text(const RelationReport& relation, bool is_ruled_out,
                        double resolution, double lower, double upper) {
  return is_ruled_out
             ? fmt::format("no {} of {}", turning_change(relation.sign).name,
                           percent_text(resolution))
             : could_hide(relation.sign,
                          hidden_change(relation.sign, lower, upper));
}

/// What the parts leave open, and what a proof lacks.
void add_open_parts(const RelationReport& relation, Facts& facts) {
  const PartsDecision& parts = *relation.parts;
  const statistics::PartFindings& found = parts.findings;
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  const bool has_both = parts.asks_typical_calls;
  const bool is_seen = claims_proof(relation);
  if (has_both && !is_seen && ratio.lower && ratio.upper) {
    facts.push_back(change_text(relation, is_typical_ruled_out(relation),
                                parts.resolutions.typical_calls, *ratio.lower,
                                *ratio.upper) +
                    " in typical calls");
  }
  // With fewer the limits say nothing of what was not seen.
  const bool is_mean_known =
      !is_mean_ruled_out(relation) ||
      parts.units >= statistics::units_for_no_change(parts.needed);
  if (is_mean_known && !is_seen) {
    facts.push_back(change_text(relation, is_mean_ruled_out(relation),
                                parts.resolutions.all_calls, parts.lower,
                                parts.upper) +
                    (has_both ? " in all calls" : ""));
  }
  if (do_parts_contradict(relation)) {
    facts.emplace_back(parts.slow.are_runs ? "slow runs contradict"
                                           : "slow calls contradict");
  }
  if (found.all_show_greater || found.all_show_less) {
    facts.push_back(
        fmt::format("all {} show a change over 25 %", units_of(relation)));
  }
  if (!is_seen) return;
  if (parts.units < parts.needed.units) {
    facts.push_back(fmt::format("a proof takes {} {}", parts.needed.units,
                                units_of(relation)));
  } else if (parts.calls < parts.needed.calls) {
    facts.push_back(
        fmt::format("a proof takes {} calls a side", parts.needed.calls));
  }
}

void add_parts(const RelationReport& relation, const PartsDecision& parts,
               Facts& facts) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (parts.asks_typical_calls) {
    facts.push_back(ratio.estimate
                        ? with_limits("typical calls", *ratio.estimate,
                                      ratio.lower, ratio.upper)
                        : "typical calls not known");
  }
  facts.push_back(
      with_limits("all calls", parts.mean, parts.lower, parts.upper));
  facts.push_back(slow_text(parts));
  if (!relation.parts) return;
  if (parts.finding == logic::Finding::kIndistinct) {
    add_open_parts(relation, facts);
  }
  if (parts.units < statistics::kFewestUnits) {
    facts.push_back(fmt::format("fewer than {} {}: slow runs are not judged",
                                statistics::kFewestUnits, units_of(relation)));
  }
}

/// What is possible though nothing was found.
void add_hidden(const RelationReport& relation, Facts& facts) {
  if (relation.decision.finding != logic::Finding::kIndistinct) return;
  if (relation.hidden) {
    facts.push_back(relation.stopped == Stop::kResolution
                        ? fmt::format("no {} of {}",
                                      turning_change(relation.sign).name,
                                      percent_text(relation.resolution))
                        : could_hide(relation.sign, *relation.hidden));
  }
  if (!relation.blocks_needed || relation.stopped == Stop::kResolution) return;
  const std::size_t more = *relation.blocks_needed - relation.blocks;
  facts.push_back(price_text("to find " + percent_text(relation.resolution),
                             static_cast<double>(more),
                             relation.block_seconds));
}

/// The precision of the ratio that was asked for and reached.
void add_precision(const RelationReport& relation, Facts& facts) {
  if (!relation.precision) return;
  const Precision& found = *relation.precision;
  if (!found.reached) {
    facts.emplace_back("the ratio has no interval");
    return;
  }
  std::string text =
      "the ratio is known within " + percent_text(*found.reached);
  if (found.blocks_needed) {
    text += ", " +
            price_text(percent_text(found.wanted),
                       static_cast<double>(*found.blocks_needed - found.blocks),
                       relation.block_seconds);
  }
  facts.push_back(std::move(text));
}

/// How many blocks were made and, where it is not what was found or ruled out,
/// why there were no more; given observations have none.
void add_blocks(const RelationReport& relation, Facts& facts) {
  const Stop why = relation.stopped;
  if (why == Stop::kData || relation.blocks == 0) return;
  // Their reason says how many.
  if (why == Stop::kInterrupted || why == Stop::kOpen) return;
  std::string text = fmt::format(
      "{}{} {}", why == Stop::kBudget ? "budget used up after " : "",
      relation.blocks, relation.blocks == 1 ? "block" : "blocks");
  if (relation.in_one_layout) text += " in one layout";
  if (relation.heap_in_one_layout) text += ", heap in one layout";
  if (why == Stop::kRuns) text += ", as planned";
  if (why == Stop::kMayHide) text += ", as `may-hide` allows";
  if (why == Stop::kTwofold) text += ", a factor of 2 in all";
  if (relation.precision && relation.precision->blocks > relation.blocks) {
    text += fmt::format(" and {} more for the ratio",
                        relation.precision->blocks - relation.blocks);
  }
  facts.push_back(std::move(text));
  add_precision(relation, facts);
}

/// All that was observed, beside the reason.
void add_seen(const RelationReport& relation, logic::Dimension dimension,
              Facts& facts) {
  const logic::Decision& decision = relation.decision;
  const statistics::RatioInterval& ratio = decision.ratio;
  if (!decision.decided_by) return;
  const auto& parts = seen_by_parts(relation);
  if (parts && !parts->nothing_varies) {
    add_parts(relation, *parts, facts);
  } else if (!ratio.estimate) {
    facts.push_back(difference_text(decision, dimension));
  } else {
    facts.push_back(with_limits(ratio_name(relation), *ratio.estimate,
                                ratio.lower, ratio.upper));
    if (!ratio.lower && !ratio.refusal.empty()) {
      facts.push_back("no interval: " + as_clause(ratio.refusal));
    }
    if (relation.plain_factor) {
      facts.push_back(ratio_text(*ratio.estimate * *relation.plain_factor) +
                      " without the factor");
    }
  }
  if (relation.parts && !relation.parts->nothing_varies) return;
  facts.push_back(unvaried_text(relation));
  add_hidden(relation, facts);
}

std::string in_a_line(const Facts& facts) {
  std::string text;
  for (const std::string& one : facts) {
    if (!one.empty()) text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

}  // namespace

bool is_left_open(const RelationReport& relation) {
  const Stop why = relation.stopped;
  return why == Stop::kInterrupted || why == Stop::kOpen ||
         why == Stop::kFormula || why == Stop::kLinks ||
         why == Stop::kUnequalCalls || why == Stop::kLateCalls;
}

std::string seen_before_failure(const RelationReport& relation,
                                logic::Dimension dimension) {
  if (relation.blocks == 0) return {};
  Facts facts;
  add_seen(relation, dimension, facts);
  if (!facts.empty()) add_blocks(relation, facts);
  return in_a_line(facts);
}

std::string effect_text(const RelationReport& relation,
                        logic::Dimension dimension) {
  const std::string reason = foreign_text(relation.decision.reason);
  if (relation.stopped == Stop::kFailed) return reason;
  Facts facts;
  if (is_left_open(relation)) {
    const std::string seen = seen_before_failure(relation, dimension);
    return reason + (seen.empty() ? "" : "; so far " + seen);
  }
  if (!reason.empty()) {
    facts.push_back(reason.substr(0, reason.find_last_not_of('.') + 1));
  } else if (!relation.decision.decided_by) {
    return "nothing to measure";
  } else {
    add_seen(relation, dimension, facts);
  }
  add_blocks(relation, facts);
  return in_a_line(facts);
}

}  // namespace spl::runner
