#include "runner/measuring/short_budget.hpp"

#include <algorithm>
#include <cmath>

#include "runner/measuring/budget.hpp"
#include "runner/measuring/plan.hpp"
#include "runner/system/number_text.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {

std::string budget_option(double seconds) {
  constexpr double kFew = 10;
  constexpr double kRounding = 1e-9;
  const double scale = seconds < kFew ? 10 : 1;
  const double rounded = std::ceil(seconds * scale - kRounding) / scale;
  return logic::to_text(logic::Value(rounded)) + 's';
}

std::string slow_start_text(const Group& group, const RunCosts& costs) {
  constexpr double kLongStart = 0.1;
  constexpr double kTimes = 10;
  std::string text;
  double longest = kLongStart;
  for (const logic::Performance& one : group.performances) {
    const auto found = costs.find(one);
    if (found == costs.end()) continue;
    const RunCost& cost = found->second;
    const double measured =
        cost.of_warmup() +
        cost.each() * static_cast<double>(group.plan.observations.at(one));
    const bool is_known = measured > 0;
    if (!is_known || cost.start < longest || cost.start < kTimes * measured)
      continue;
    longest = cost.start;
    text = to_text(one) + " starts in " + seconds_text(cost.start) +
           " and measures for " + seconds_text(measured) +
           ": move its set-up out of the runs";
  }
  return text;
}

std::string to_text(const Shortage& shortage) {
  const bool is_known = !shortage.cause.empty() && !shortage.text.empty();
  return shortage.cause + (is_known ? "; " : "") + shortage.text;
}

Shortage short_budget(const Group& group, std::size_t blocks,
                      const BlockCost& cost) {
  const auto relations = static_cast<double>(group.relations.size());
  const double budget_of_relation =
      std::chrono::duration<double>(group.measuring.budget).count();
  // More than a budget that does not hold them, whatever blocks may take.
  constexpr double kMore = 1.1;
  const auto needed = [&](std::size_t count) {
    const auto ready = static_cast<double>(std::min(count, cost.ready));
    return std::max((cost.spent + cost.seconds * static_cast<double>(count) -
                     cost.links * ready) /
                        relations,
                    kMore * budget_of_relation);
  };
  const auto holding = [&](std::size_t count) {
    return "--budget " + budget_option(needed(count)) + " holds " +
           std::to_string(count);
  };
  if (uses_links_again(group)) {
    return {"links for a block take " + seconds_text(cost.links) +
                ", so that a budget of " + seconds_text(budget_of_relation) +
                " holds only " + std::to_string(group.plan.layouts) +
                " of them, each for " +
                std::to_string(blocks / group.plan.layouts) + " blocks; " +
                holding(statistics::kFewestUnits),
            needed(statistics::kFewestUnits)};
  }
  constexpr std::uint64_t kForVariance = 2;  // Fewer than quantiles need.
  const std::uint64_t least = group.measuring.least_observations;
  std::string text =
      "a block of runs " +
      (least > kForVariance ? "of " + std::to_string(least) +
                                  " observations, of which quantiles need as "
                                  "many, "
                            : std::string()) +
      "takes " + seconds_text(cost.seconds);
  if (cost.links > 0) {
    // Most links of these blocks were there already, or shared, if one takes
    // longer than a block.
    text += cost.links < cost.seconds
                ? ", of which " + seconds_text(cost.links) + " are for links"
                : ", and links for one " + seconds_text(cost.links);
  }
  const std::size_t looked = fewest_looked(group);
  text +=
      ", so that a budget of " + seconds_text(budget_of_relation) + " holds ";
  if (blocks == 0) {
    return {text + "no two blocks; " + holding(looked), needed(looked)};
  }
  text += "only " + std::to_string(blocks) + " blocks";
  if (lacks_links(group)) {
    text += group.plan.linked == 0 ? ", all of the programs as they were built"
                                   : ", the second of the programs as they "
                                     "were built";
  }
  return {text + "; " + holding(looked), needed(looked)};
}

TotalShortage::TotalShortage(std::chrono::nanoseconds total)
    : total_(std::chrono::duration<double>(total).count()) {}

bool TotalShortage::takes(const Group& group, const GroupResult& result) {
  if (total_ == 0 || is_over_budget(group, result)) return false;
  if (!groups_.insert(&group).second) return true;
  relations_ += group.relations.size();
  // Time for another block is kept until the last look.
  lacking_ += static_cast<double>(fewest_looked(group) - result.blocks + 1) *
              expected_seconds_of_block(group, result);
  return true;
}

std::string TotalShortage::text(const std::vector<GroupResult>& all) const {
  if (relations_ == 0) return {};
  double needed = lacking_;
  for (const GroupResult& one : all) needed += spent(one);
  return std::to_string(relations_) +
         (relations_ == 1 ? " relation" : " relations") +
         " ended before a first look, for all together have " +
         seconds_text(total_) + "; --budget-total " + budget_option(needed) +
         " may hold a first look at each";
}

}  // namespace spl::runner
