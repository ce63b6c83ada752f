#include <nlohmann/json.hpp>

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

}  // namespace

void add_outcome(const Planning& planning, Json& root) {
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
    performances.push_back({{"name", to_text(one.performance)},
                            {"failure", one.failure},
                            {"observations", one.observations},
                            {"start_seconds", one.cost.start},
                            {"warmup_seconds", one.cost.warmup},
                            {"observation_seconds", one.cost.observation},
                            {"S2", std::move(observed)},
                            {"T2", std::move(own)},
                            {"optimum", number_json(one.optimum)},
                            {"optimum_2005", number_json(one.optimum_2005)}});
  }
  root["plan"] = {{"relations", std::move(relations)},
                  {"performances", std::move(performances)},
                  {"seconds", planning.seconds}};
}

}  // namespace spl::runner
