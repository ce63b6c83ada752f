#include "runner/reports/terminal/effect.hpp"

#include <fmt/format.h>

#include "runner/reports/terminal/parts.hpp"
#include "runner/reports/terminal/turning_change.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// Turns a sentence into a part of another.
std::string as_clause(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  char& first = sentence.front();
  if (first >= 'A' && first <= 'Z') {
    first = static_cast<char>(first - 'A' + 'a');
  }
  return sentence;
}

/// Whether the interval shows a single ratio.
bool is_one(const statistics::RatioInterval& ratio) {
  if (!ratio.estimate) return false;
  return !ratio.lower || !ratio.upper ||
         ratio_text(*ratio.lower) == ratio_text(*ratio.upper);
}

std::string ratio_of(const RelationReport& relation) {
  const statistics::RatioInterval& found = relation.decision.ratio;
  std::string text = "ratio " + ratio_text(*found.estimate);
  if (found.lower && found.upper) {
    text += fmt::format(" ({} .. {})", ratio_text(*found.lower),
                        ratio_text(*found.upper));
  } else if (!found.refusal.empty()) {
    text += " (no interval: " + as_clause(found.refusal) + ")";
  }
  if (relation.plain_factor) {
    text += "; " + ratio_text(*found.estimate * *relation.plain_factor) +
            " without the factor";
  }
  return text;
}

/// Returns a change as text, however small it is.
std::string excess_text(double change) {
  constexpr double kShown = 0.0005;
  return change < kShown ? "slightly" : percent_text(change);
}

/// Says how far the interval is from proving < or >.
std::string lacking_interval_text(const RelationReport& relation) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (relation.sign == logic::Sign::kLess) {
    return "; for proof the interval ends " + excess_text(*ratio.upper - 1) +
           " too high";
  }
  if (relation.sign == logic::Sign::kGreater) {
    return "; for proof the interval begins " + excess_text(1 - *ratio.lower) +
           " too low";
  }
  return {};
}

/// Names the blocks that were made for the ratio alone.
std::string more_blocks_text(const RelationReport& relation) {
  if (!relation.precision) return {};
  const std::size_t all = relation.precision->blocks;
  if (all <= relation.blocks) return {};
  return fmt::format(" and {} more for the ratio", all - relation.blocks);
}

/// With how many blocks were made and, where it is not what was found or ruled
/// out, why there were no more; given observations have none.
std::string with_blocks(std::string text, const RelationReport& relation) {
  const Stop why = relation.stopped;
  if (why == Stop::kData || relation.blocks == 0) return text;
  // Their reason says how many.
  if (why == Stop::kInterrupted || why == Stop::kOpen) return text;
  if (text.ends_with('.')) text.pop_back();
  text += fmt::format(
      "; {}{} {}", why == Stop::kBudget ? "budget used up after " : "",
      relation.blocks, relation.blocks == 1 ? "block" : "blocks");
  if (relation.in_one_layout) text += " in one layout";
  if (relation.heap_in_one_layout) text += ", heap in one layout";
  if (why == Stop::kRuns) text += ", as planned";
  if (why == Stop::kMayHide) text += ", as `may-hide` allows";
  if (why == Stop::kTwofold) text += ", a factor of 2 in all";
  return text + more_blocks_text(relation) + precision_text(relation);
}

/// Describes the observations of a relation that was left open.
std::string seen_text(const RelationReport& relation,
                      logic::Dimension dimension) {
  const logic::Decision& decision = relation.decision;
  if (!decision.decided_by || relation.blocks == 0) return {};
  if (decision.ratio.estimate) return ratio_of(relation);
  return "difference " +
         amount_text(decision.difference.value_or(0), dimension);
}

}  // namespace

bool is_left_open(const RelationReport& relation) {
  const Stop why = relation.stopped;
  return why == Stop::kInterrupted || why == Stop::kOpen ||
         why == Stop::kFormula || why == Stop::kLinks ||
         why == Stop::kUnequalCalls || why == Stop::kLateCalls;
}

std::string stated_text(const RelationReport& relation) {
  if (!relation.stated) return {};
  if (relation.stated->quantile) {
    return to_text(*relation.stated) + " of a usual process: ";
  }
  switch (relation.stated->statistic) {
    case logic::Statistic::kTypical:
      return "typical calls: ";
    case logic::Statistic::kMean:
      return "all calls: ";
    case logic::Statistic::kMedian:
      return "medians: ";
    case logic::Statistic::kBoth:
      break;
  }
  return {};
}

std::string difference_text(const logic::Decision& decision,
                            logic::Dimension dimension) {
  std::string text =
      "difference " + amount_text(decision.difference.value_or(0), dimension);
  const auto& threshold = logic::deciding_test(decision)->threshold;
  if (threshold) text += " +- " + amount_text(*threshold, dimension);
  return text;
}

std::string inconclusive_text(const RelationReport& relation) {
  if (relation.decision.finding != logic::Finding::kIndistinct) return {};
  const TurningChange change = turning_change(relation.sign);
  if (relation.stopped == Stop::kResolution) {
    if (!relation.hidden) return {};  // Nothing varied: there is no interval.
    return fmt::format("; no {} of {}", change.name,
                       percent_text(relation.resolution)) +
           lacking_interval_text(relation);
  }
  std::string text;
  if (relation.hidden) {
    text += "; " + could_hide(relation.sign, *relation.hidden) +
            lacking_interval_text(relation);
  }
  if (relation.blocks_needed) {
    const std::size_t more = *relation.blocks_needed - relation.blocks;
    text +=
        "; " + price_text("to find " + percent_text(relation.resolution),
                          static_cast<double>(more), relation.block_seconds);
  }
  return text;
}

std::string precision_text(const RelationReport& relation) {
  if (!relation.precision) return {};
  const Precision& found = *relation.precision;
  if (!found.reached) return "; the ratio has no interval";
  std::string text = fmt::format("; the ratio is known within {}",
                                 percent_text(*found.reached));
  if (!found.blocks_needed) return text;
  const std::size_t more = *found.blocks_needed - found.blocks;
  return text + ", " +
         price_text(percent_text(found.wanted), static_cast<double>(more),
                    relation.block_seconds);
}

std::string unvaried_text(const RelationReport& relation) {
  const auto* test = logic::deciding_test(relation.decision);
  if (test == nullptr || test->status != statistics::Status::kDegenerate) {
    return {};
  }
  if (relation.nothing_varied) return "nothing varied";
  return is_one(relation.decision.ratio) ? "the ratio did not vary"
                                         : "the difference did not vary";
}

std::string seen_before_failure(const RelationReport& relation,
                                logic::Dimension dimension) {
  const std::string seen = seen_text(relation, dimension);
  return seen.empty() ? seen : with_blocks(seen, relation);
}

std::string unneeded_evidence(const RelationReport& relation) {
  if (relation.stopped != Stop::kFormula) return {};
  const auto* test = logic::deciding_test(relation.decision);
  if (test == nullptr || !test->p_greater || !test->p_less) return {};
  const bool is_greater = *test->p_greater < *test->p_less;
  return fmt::format("; {} for {}",
                     p_text(is_greater ? *test->p_greater : *test->p_less),
                     is_greater ? "greater" : "less");
}

std::string effect_text(const RelationReport& relation,
                        logic::Dimension dimension) {
  const logic::Decision& decision = relation.decision;
  if (is_left_open(relation)) {
    const std::string seen = seen_text(relation, dimension);
    return with_blocks(foreign_text(decision.reason) +
                           (seen.empty() ? "" : "; so far " + seen) +
                           unneeded_evidence(relation),
                       relation);
  }
  if (relation.stopped == Stop::kFailed) return foreign_text(decision.reason);
  if (!decision.reason.empty())
    return with_blocks(foreign_text(decision.reason), relation);
  if (!decision.decided_by) return "nothing to measure";
  if (relation.parts && !relation.parts->nothing_varies) {
    return with_blocks(parts_text(relation), relation);
  }
  std::string text =
      stated_text(relation) + (decision.ratio.estimate
                                   ? ratio_of(relation)
                                   : difference_text(decision, dimension));
  const std::string unvaried = unvaried_text(relation);
  if (!unvaried.empty()) text += "; " + unvaried;
  text += inconclusive_text(relation);
  return with_blocks(text, relation);
}

}  // namespace spl::runner
