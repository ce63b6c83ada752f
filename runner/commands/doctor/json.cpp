#include <nlohmann/json.hpp>

#include "runner/commands/doctor/self_test.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

Json effect(const std::optional<Effect>& effect) {
  if (!effect) return nullptr;
  return {{"size", number_json(effect->size)}, {"p", number_json(effect->p)}};
}

Json layout(const std::optional<LayoutSpread>& spread) {
  if (!spread) return nullptr;
  return {{"layouts", spread->layouts},
          {"sd", number_json(spread->sd)},
          {"needed", spread->needed},
          {"change", number_json(spread->change)}};
}

Json json_of(const SelfTest& test) {
  Json detectable = Json::array();
  for (const Prospect& one : test.prospects) {
    detectable.push_back(
        {{"seconds", one.seconds},
         {"change", number_json(one.typical_calls)},
         {"all_calls", number_json(one.all_calls)},
         {"unseen", one.unseen ? Json({{"processes", one.unseen->processes},
                                       {"calls", one.unseen->calls}})
                               : Json()}});
  }
  return {{"name", to_text(test.performance)},
          {"failure", test.failure},
          {"blocks", test.blocks},
          {"block_seconds", test.block_seconds},
          {"experiments", test.experiments},
          {"alpha", test.alpha},
          {"greater", test.greater},
          {"less", test.less},
          {"false_alarms",
           {{"rate", number_json(test.false_alarm_rate)},
            {"lower", test.false_alarms.lower},
            {"upper", test.false_alarms.upper},
            {"level", 0.95}}},
          {"between_sd", number_json(test.between_sd)},
          {"within_sd", number_json(test.within_sd)},
          {"impact_factor", number_json(test.impact_factor)},
          {"drift", effect(test.drift)},
          {"position", effect(test.position)},
          {"detectable", std::move(detectable)},
          {"layout", layout(test.layout)},
          {"no_layouts", test.no_layouts}};
}

}  // namespace

void SelfTests::add_to(Json& root) const {
  for (const SelfTest& one : all) root["self_test"].push_back(json_of(one));
}

}  // namespace spl::runner
