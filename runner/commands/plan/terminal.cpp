#include <algorithm>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "runner/commands/plan/planning.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {
namespace {

/// The items of a level, from 1 on.
std::string item_of(std::size_t level, const PlannedLevels& one) {
  switch (level) {
    case 1:
      return "observation";
    case 2:
      return "run";
    case 3:
      return one.third == LayoutUnit::kLinks ? "link" : "build";
    default:
      return fmt::format("item of level {}", level);
  }
}

std::string items_of(std::size_t level, const PlannedLevels& one) {
  return level <= 3 ? item_of(level, one) + 's'
                    : fmt::format("items of level {}", level);
}

std::string counted_text(std::size_t count, std::size_t level,
                         const PlannedLevels& one) {
  return fmt::format("{} {}", count,
                     count == 1 ? item_of(level, one) : items_of(level, one));
}

/// `3 builds of 2 runs of 2 observations`.
std::string shape_text(const PlannedLevels& one) {
  std::string text;
  for (std::size_t level = one.counts.size(); level >= 1; --level) {
    text += (text.empty() ? "" : " of ") +
            counted_text(one.counts[level - 1], level, one);
  }
  return text;
}

/// `observations 12.7, builds 0.382; runs add nothing`.
std::string variances_text(const PlannedLevels& one) {
  std::string text = "    variance: ";
  const auto& kept = one.plan.kept;
  for (std::size_t i = kept.size(); i >= 1; --i) {
    const auto& known = one.components.components[kept[i - 1] - 1];
    text += (i == kept.size() ? "" : ", ") + items_of(kept[i - 1], one) + ' ' +
            known_text(known ? std::optional(one.plan.variances[i - 1])
                             : std::nullopt);
  }
  for (std::size_t level = 2; level <= one.counts.size(); ++level) {
    if (std::ranges::find(kept, level) == kept.end()) {
      text += "; " + items_of(level, one) + " add nothing";
    }
  }
  return text + '\n';
}

/// `19 observations a build`, of counts of these levels in their order.
std::string counts_text(const std::vector<double>& counts,
                        const std::vector<std::size_t>& levels,
                        const PlannedLevels& one, int digits) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool is_single = digits == 0 && counts[i] == 1;
    text += fmt::format(
        "{}{:.{}f} {} a {}", i == 0 ? "" : ", ", counts[i], digits,
        is_single ? item_of(levels[i], one) : items_of(levels[i], one),
        item_of(levels[i + 1], one));
  }
  return text;
}

std::vector<std::size_t> all_levels(const PlannedLevels& one) {
  std::vector<std::size_t> levels(one.counts.size());
  std::iota(levels.begin(), levels.end(), std::size_t{1});
  return levels;
}

std::string top_text(const std::optional<double>& count,
                     const PlannedLevels& one, std::size_t level) {
  if (!count) return {};
  const std::string wish =
      "-s precision=" + percent_option(one.wanted.half_width);
  if (is_out_of_reach(*count)) return wish + " is out of reach";
  return fmt::format(
      "{} takes {}", wish,
      counted_text(static_cast<std::size_t>(*count), level, one));
}

/// Returns a clause on the cost of the optimum for the wanted precision.
std::string cost_text(const PlannedLevels& one) {
  const statistics::LevelPlan& plan = one.plan;
  if (plan.cost <= 0 || is_out_of_reach(*plan.top_count)) return {};
  const std::string text =
      ", at the cost of " + count_text(plan.cost) + " observations";
  return one.observation_seconds > 0
             ? text + ", " + seconds_text(plan.cost * one.observation_seconds)
             : text;
}

std::string optimum_text(const PlannedLevels& one) {
  const statistics::LevelPlan& plan = one.plan;
  if (one.costs.empty()) {
    return "    the optimum is not known: " + one.lack_of_costs + '\n';
  }
  std::string text;
  if (plan.counts && !plan.counts->empty()) {
    const std::string top = top_text(plan.top_count, one, plan.kept.back());
    text += "    optimum: " + counts_text(*plan.counts, plan.kept, one, 0) +
            (top.empty() ? "" : "; " + top) + cost_text(one) + '\n';
  } else if (plan.counts) {
    const std::string top = top_text(plan.top_count, one, 1);
    text += "    optimum: only observations vary, so that any counts do" +
            (top.empty() ? "" : "; " + top) + '\n';
  } else {
    text += "    optimum: not known, because a variance or a cost is 0\n";
  }
  if (plan.observed_counts) {
    text += "    by observed variances: " +
            counts_text(*plan.observed_counts, all_levels(one), one, 2) + '\n';
  }
  if (one.shared_counts) {
    text += fmt::format(
        "    the same if {} performances share a build: {}\n", one.sharing,
        counts_text(*one.shared_counts, all_levels(one), one, 2));
  }
  return text;
}

/// The plan by levels: a line for what there is, one for what each level adds,
/// and what is best.
std::string planned_levels_text(const PlannedLevels& one,
                                logic::Dimension dimension) {
  const std::string name = "  " + to_text(one.performance) + ": ";
  if (!one.failure.empty()) return name + foreign_text(one.failure) + '\n';
  const std::string as_is =
      top_text(one.plan.top_count_as_is, one, one.counts.size());
  return name + shape_text(one) + "; mean " +
         amount_text(one.components.mean, dimension) +
         (one.plan.half_width ? fmt::format(", known within {} ({} interval)",
                                            percent_text(*one.plan.half_width),
                                            percent_text(one.wanted.confidence))
                              : std::string()) +
         (as_is.empty() ? "" : "; " + as_is) + '\n' + variances_text(one) +
         optimum_text(one);
}

std::string sharing_text(const PlannedRelation& one) {
  return one.sharing > 1
             ? fmt::format(" ({} relations share them)", one.sharing)
             : std::string();
}

std::string links_text(const PlannedRelation& one) {
  return one.link_seconds > 0 ? fmt::format(", of which {} are for links",
                                            seconds_text(one.link_seconds))
                              : std::string();
}

std::string pilot_text(const PlannedRelation& one) {
  return one.pilot_seconds > 0 ? fmt::format(" after a pilot of {}",
                                             seconds_text(one.pilot_seconds))
                               : std::string();
}

std::string part_text(const std::optional<PlannedPart>& part, const char* name,
                      double level) {
  if (!part) return {};
  return fmt::format("  {}nine of ten would find a change of {} at {}{}", name,
                     percent_text(part->detectable), percent_text(part->level),
                     part->level < level
                         ? ", the last look's share of " + percent_text(level)
                         : std::string());
}

std::string width_to_come(const PlannedRelation& one) {
  if (!one.half_width) return {};
  std::string text =
      "; the ratio would be known within " + percent_text(*one.half_width);
  // A first look has as many anyway.
  if (one.blocks_for_precision.value_or(0) <= statistics::kFewestUnits) {
    return text;
  }
  const std::string wanted = "-s precision=" + percent_option(one.precision);
  if (is_out_of_reach(static_cast<double>(*one.blocks_for_precision))) {
    return text + " (" + wanted + " is out of reach)";
  }
  return text + " (" + wanted + " takes about " +
         counted(*one.blocks_for_precision, "block") + ')';
}

std::string all_calls_text(const PlannedRelation& one) {
  std::string text = part_text(one.all_calls, "all calls: ", one.level);
  if (one.unseen) {
    text += (text.empty() ? "  all calls: " : "; ") + unseen_text(*one.unseen);
  }
  return text.empty() ? text : text + '\n';
}

/// A line for typical calls, or what else decides, and one for all calls.
std::string parts_text(const PlannedRelation& one) {
  const char* name = one.all_calls || one.unseen ? "typical calls: " : "";
  const std::string text = part_text(one.typical_calls, name, one.level);
  return (text.empty() ? text : text + width_to_come(one) + '\n') +
         all_calls_text(one);
}

std::string relation_text(const PlannedRelation& one) {
  const std::string text =
      fmt::format("{}:{}: {}: {}\n", foreign_name(one.file), one.line,
                  foreign_name(one.label), foreign_name(one.text));
  if (!one.failure.empty())
    return text + "  " + foreign_text(one.failure) + '\n';
  const std::string shortage =
      one.shortage.empty() ? std::string() : "  " + one.shortage + '\n';
  if (one.blocks == 0) return text + shortage;
  const std::string blocks =
      one.block_seconds == 0
          ? fmt::format("  {} as given\n", counted(one.blocks, "block"))
          : fmt::format("  at most {} blocks of {}{}{}, in {}{}\n", one.blocks,
                        seconds_text(one.block_seconds), links_text(one),
                        sharing_text(one), seconds_text(one.seconds),
                        pilot_text(one));
  return text + blocks + parts_text(one) + shortage;
}

std::string whole_text(const std::optional<double>& count) {
  return count ? fmt::format("{:.0f}", *count) : "not known";
}

std::string costs_text(const PlannedPerformance& one, LayoutUnit layouts) {
  const std::string layout =
      fmt::format(", {} {}", layouts == LayoutUnit::kLinks ? "link" : "build",
                  seconds_text(one.layout_seconds));
  return fmt::format(
      "  {}: {} observations a run; start {}, warm-up {}, observation {}{}\n",
      to_text(one.performance), one.observations, seconds_text(one.cost.start),
      seconds_text(one.cost.warmup), seconds_text(one.cost.observation),
      one.layout_seconds > 0 ? layout : "");
}

std::string run_variances_text(const PlannedPerformance& one) {
  const auto& variances = one.components.components;
  return fmt::format(
      "    variance between runs {}, between observations {}; optimum of "
      "observations {} (2013), {} (2005)\n",
      known_text(variances[1]), known_text(variances[0]),
      whole_text(one.optimum), whole_text(one.optimum_2005));
}

/// The plan by levels has the variances, if there is one.
std::string performance_text(const PlannedPerformance& one,
                             const Planning& planning) {
  const bool has_levels = std::ranges::any_of(
      planning.levels,
      [&](const auto& other) { return other.performance == one.performance; });
  return costs_text(one, planning.layouts) +
         (has_levels ? "" : run_variances_text(one));
}

}  // namespace

std::string Planning::section(const Report& report,
                              const Style& /*style*/) const {
  std::string text;
  for (const PlannedRelation& one : relations) {
    text += relation_text(one);
  }
  if (relations.size() > 1 && seconds > 0) {
    text +=
        fmt::format("all relations: in at most {}\n", seconds_text(seconds));
  }
  for (const PlannedPerformance& one : performances) {
    if (one.failure.empty()) text += performance_text(one, *this);
  }
  for (const PlannedLevels& one : levels) {
    text += planned_levels_text(one, report.quantity.dimension);
  }
  return text;
}

}  // namespace spl::runner
