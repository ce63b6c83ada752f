#include <nlohmann/json.hpp>

#include "runner/commands/plan/planning.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

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

Json levels_json(const PlannedLevels& one) {
  Json result = {{"name", to_text(one.performance)}, {"failure", one.failure}};
  if (!one.failure.empty()) return result;
  Json own = Json::array();
  for (const auto& variance : one.components.components) {
    own.push_back(number_json(variance));
  }
  Json observed = Json::array();
  for (const auto& variance : one.components.observed) {
    observed.push_back(number_json(variance));
  }
  if (one.counts.size() > 2) {
    result["third"] = one.third == LayoutUnit::kLinks ? "links" : "builds";
  }
  result["r"] = one.counts;
  result["mean"] = one.components.mean;
  result["half_width"] = number_json(one.plan.half_width);
  result["level"] = one.wanted.confidence;
  result["precision"] = one.wanted.half_width;
  result["top_count_as_is"] = number_json(one.plan.top_count_as_is);
  result["S2"] = std::move(observed);
  result["T2"] = std::move(own);
  result["optimum"] = optimum_json(one);
  return result;
}

void add_members(const Planning& planning, Json& root) {
  Json relations = Json::array();
  for (const PlannedRelation& one : planning.relations) {
    relations.push_back(
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
  Json performances = Json::array();
  for (const PlannedPerformance& one : planning.performances) {
    Json observed = Json::array();
    Json own = Json::array();
    for (const auto& variance : one.components.observed) {
      observed.push_back(number_json(variance));
    }
    for (const auto& variance : one.components.components) {
      own.push_back(number_json(variance));
    }
    performances.push_back(
        {{"name", to_text(one.performance)},
         {"failure", one.failure},
         {"observations", one.observations},
         {"start_seconds", one.cost.start},
         {"warmup_seconds", one.cost.warmup},
         {"observation_seconds", one.cost.observation},
         {"layout_seconds",
          one.layout_seconds > 0 ? Json(one.layout_seconds) : Json()},
         {"S2", std::move(observed)},
         {"T2", std::move(own)},
         {"optimum", number_json(one.optimum)},
         {"optimum_2005", number_json(one.optimum_2005)}});
  }
  root["plan"] = {{"relations", std::move(relations)},
                  {"performances", std::move(performances)},
                  {"seconds", planning.seconds}};
  if (planning.levels.empty()) return;
  Json& all = root["plan"]["levels"] = Json::array();
  for (const PlannedLevels& one : planning.levels)
    all.push_back(levels_json(one));
}

}  // namespace

void Planning::add_to(Json& root) const { add_members(*this, root); }

}  // namespace spl::runner
