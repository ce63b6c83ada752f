#include <nlohmann/json.hpp>

#include "runner/commands/plan/planning.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

Json part(const std::optional<PlannedPart>& part) {
  if (!part) return nullptr;
  return {{"level", part->level},
          {"detectable", number_json(part->detectable)}};
}

Json unseen(const std::optional<statistics::Unseen>& unseen) {
  if (!unseen) return nullptr;
  return {{"processes", unseen->processes}, {"calls", unseen->calls}};
}

Json numbers_json(const std::vector<std::optional<double>>& numbers) {
  Json result = Json::array();
  for (const auto& one : numbers) result.push_back(number_json(one));
  return result;
}

Json levels_json(const PlannedLevels& one) {
  Json result = {{"name", to_text(one.performance)}, {"failure", one.failure}};
  if (!one.failure.empty()) return result;
  if (one.counts.size() > 2) {
    result["third"] = one.third == LayoutUnit::kLinks ? "links" : "builds";
  }
  result["r"] = one.counts;
  result["mean"] = one.components.mean;
  result["half_width"] = number_json(one.plan.half_width);
  result["level"] = one.wanted.confidence;
  result["precision"] = one.wanted.half_width;
  result["top_count_as_is"] = number_json(one.plan.top_count_as_is);
  result["S2"] = numbers_json(one.components.observed);
  result["T2"] = numbers_json(one.components.components);
  result["optimum"] = optimum_json(one);
  return result;
}

}  // namespace

void Planning::add_to(Json& root) const {
  Json relations_json = Json::array();
  for (const PlannedRelation& one : relations) {
    relations_json.push_back(
        {{"text", one.text},
         {"label", one.label},
         {"file", one.file},
         {"line", one.line},
         {"failure", one.failure},
         {"blocks", one.blocks},
         {"block_seconds", one.block_seconds},
         {"link_seconds", one.link_seconds},
         {"seconds", one.seconds},
         {"pilot_seconds", one.pilot_seconds},
         {"sharing", one.sharing},
         {"level", one.level},
         {"typical_calls", part(one.typical_calls)},
         {"all_calls", part(one.all_calls)},
         {"unseen", unseen(one.unseen)},
         {"half_width", number_json(one.half_width)},
         {"precision", one.precision},
         {"blocks_for_precision",
          one.blocks_for_precision ? Json(*one.blocks_for_precision) : Json()},
         {"shortage", one.shortage}});
  }
  Json performances_json = Json::array();
  for (const PlannedPerformance& one : performances) {
    performances_json.push_back(
        {{"name", to_text(one.performance)},
         {"failure", one.failure},
         {"observations", one.observations},
         {"start_seconds", one.cost.start},
         {"warmup_seconds", one.cost.warmup},
         {"observation_seconds", one.cost.observation},
         {"layout_seconds",
          one.layout_seconds > 0 ? Json(one.layout_seconds) : Json()},
         {"S2", numbers_json(one.components.observed)},
         {"T2", numbers_json(one.components.components)},
         {"optimum", number_json(one.optimum)},
         {"optimum_2005", number_json(one.optimum_2005)}});
  }
  root["plan"] = {{"relations", std::move(relations_json)},
                  {"performances", std::move(performances_json)},
                  {"seconds", seconds}};
  if (levels.empty()) return;
  Json& all = root["plan"]["levels"] = Json::array();
  for (const PlannedLevels& one : levels) all.push_back(levels_json(one));
}

}  // namespace spl::runner
