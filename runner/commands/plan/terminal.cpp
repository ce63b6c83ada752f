#include <fmt/format.h>

#include <algorithm>

#include "runner/commands/plan/planned_levels.hpp"
#include "runner/commands/plan/planning.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

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
  const bool has_levels = std::any_of(
      planning.levels.begin(), planning.levels.end(),
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
