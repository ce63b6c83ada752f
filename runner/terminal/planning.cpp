#include <fmt/format.h>

#include "runner/terminal/sections.hpp"
#include "runner/wording.hpp"

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

std::string detectable_text(const PlannedRelation& one) {
  if (!one.detectable) return {};
  return fmt::format(
      "; nine of ten would find a change of {} at {}{}",
      percent_text(*one.detectable), percent_text(*one.last_level),
      one.last_level < one.level
          ? ", what the last look has of " + percent_text(one.level)
          : std::string());
}

std::string relation_text(const PlannedRelation& one) {
  const std::string text =
      fmt::format("{}:{}: {}: {}\n", one.file, one.line, one.label, one.text);
  if (!one.failure.empty()) return text + "  " + one.failure + '\n';
  const std::string shortage =
      one.shortage.empty() ? std::string() : "  " + one.shortage + '\n';
  if (one.blocks == 0) return text + shortage;
  return text +
         fmt::format("  at most {} blocks of {}{}{}, in {}{}{}\n", one.blocks,
                     seconds_text(one.block_seconds), links_text(one),
                     sharing_text(one), seconds_text(one.seconds),
                     pilot_text(one), detectable_text(one)) +
         shortage;
}

std::string count_text(const std::optional<double>& count) {
  return count ? fmt::format("{:.0f}", *count) : "not known";
}

std::string performance_text(const PlannedPerformance& one) {
  const auto& variances = one.components.components;
  return fmt::format(
      "  {}: {} observations a run; start {}, warm-up {}, observation {}\n"
      "    variance between runs {}, between observations {}; optimum of "
      "observations {} (2013), {} (2005)\n",
      to_text(one.performance), one.observations, seconds_text(one.cost.start),
      seconds_text(one.cost.warmup), seconds_text(one.cost.observation),
      known_text(variances[1]), known_text(variances[0]),
      count_text(one.optimum), count_text(one.optimum_2005));
}

}  // namespace

std::string planning_section(const Planning& planning) {
  std::string text;
  for (const PlannedRelation& one : planning.relations) {
    text += relation_text(one);
  }
  if (planning.relations.size() > 1) {
    text += fmt::format("all relations: in at most {}\n",
                        seconds_text(planning.seconds));
  }
  for (const PlannedPerformance& one : planning.performances) {
    if (one.failure.empty()) text += performance_text(one);
  }
  return text;
}

}  // namespace spl::runner
