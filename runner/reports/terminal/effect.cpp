#include "runner/reports/terminal/sections.hpp"

#include <fmt/format.h>

#include "runner/reports/relation_rows.hpp"
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

std::string difference_text(const logic::Decision& decision,
                            logic::Dimension dimension) {
  std::string text =
      "difference " + amount_text(decision.difference.value_or(0), dimension);
  const auto& threshold = logic::deciding_test(decision)->threshold;
  if (threshold) text += " +- " + amount_text(*threshold, dimension);
  return text;
}

void add_parts(const RelationReport& relation, const PartsDecision& parts,
               Facts& facts) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (parts.asks_typical_calls) {
    facts.push_back("typical calls " +
                    (ratio.estimate
                         ? ratio_text(*ratio.estimate, ratio.lower, ratio.upper)
                         : "not known"));
  }
  facts.push_back("all calls " +
                  ratio_text(parts.mean, parts.lower, parts.upper));
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
  std::string text = (why == Stop::kBudget ? "budget used up after " : "") +
                     counted(relation.blocks, "block");
  if (relation.in_one_layout) text += " in one layout";
  if (relation.heap_in_one_layout) text += ", heap in one layout";
  if (why == Stop::kRuns) text += ", as planned";
  if (why == Stop::kResolution) {
    text += ": no change of " + percent_text(relation.resolution) + " is left";
  }
  if (why == Stop::kMayHide) text += ", enough for a guard";
  if (why == Stop::kTwofold) text += ", a factor of 2 in all";
  if (relation.precision && relation.precision->blocks > relation.blocks) {
    text += fmt::format(" and {} more for the ratio",
                        relation.precision->blocks - relation.blocks);
  }
  facts.push_back(std::move(text));
  add_precision(relation, facts);
}

/// The ratio that was observed, or the difference.
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
    if (relation.nothing_varied) facts.emplace_back("nothing varied");
  } else {
    const std::string stated = statistic_text(relation);
    facts.push_back((stated.empty() ? "ratio " : stated + ": ratio ") +
                    ratio_text(*ratio.estimate, ratio.lower, ratio.upper));
    if (!ratio.lower && !ratio.refusal.empty()) {
      facts.push_back("no interval: " + as_clause(ratio.refusal));
    }
  }
}

std::string in_a_line(const Facts& facts) {
  std::string text;
  for (const std::string& one : facts) {
    text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

}  // namespace

bool is_left_open(const RelationReport& relation) {
  const Stop why = relation.stopped;
  return why == Stop::kInterrupted || why == Stop::kFailFast ||
         why == Stop::kOpen || why == Stop::kFormula || why == Stop::kLinks ||
         why == Stop::kDoubtfulTimes || why == Stop::kLateCalls;
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
  std::string reason = foreign_text(relation.decision.reason);
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
