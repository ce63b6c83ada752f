#include <nlohmann/json.hpp>

#include "runner/commands/compare/comparison.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

namespace spl::runner {
namespace {

void add_members(const Comparison& comparison, Json& root) {
  Json commands = Json::array();
  for (const auto& [command, seen] : comparison.commands) {
    Json one = {{"command", command}, {"processes", seen.observations}};
    if (seen.runs > 0) {
      one.update({{"median", number_json(seen.median)},
                  {"mean", number_json(seen.mean)},
                  {"q10", number_json(seen.q10)},
                  {"q90", number_json(seen.q90)}});
    }
    commands.push_back(std::move(one));
  }
  const auto& factor = comparison.factor;
  Json result = {{"commands", std::move(commands)},
                 {"less", comparison.less ? Json(*comparison.less) : Json()},
                 {"alike", comparison.are_alike},
                 {"factor", Json()},
                 {"formula", json_of(comparison.formula)}};
  if (factor) {
    result["factor"] = {
        {"estimate", number_json(factor->estimate)},
        {"lower", factor->lower ? number_json(*factor->lower) : Json()},
        {"upper", factor->upper ? number_json(*factor->upper) : Json()}};
  }
  root["comparison"] = std::move(result);
}

}  // namespace

void Comparison::add_to(Json& root) const { add_members(*this, root); }

}  // namespace spl::runner
