#include <nlohmann/json.hpp>

#include "runner/commands/compare/comparison.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {

void Comparison::add_to(Json& root) const {
  Json commands_json = Json::array();
  for (const auto& [command, seen] : commands) {
    Json one = {{"command", command}, {"processes", seen.observations}};
    if (seen.runs > 0) {
      one.update({{"median", number_json(seen.median)},
                  {"mean", number_json(seen.mean)},
                  {"q10", number_json(seen.q10)},
                  {"q90", number_json(seen.q90)}});
    }
    commands_json.push_back(std::move(one));
  }
  Json result = {{"commands", std::move(commands_json)},
                 {"less", less ? Json(*less) : Json()},
                 {"alike", are_alike},
                 {"factor", Json()},
                 {"formula", json_of(formula)}};
  if (factor) {
    result["factor"] = {
        {"estimate", number_json(factor->estimate)},
        {"lower", factor->lower ? number_json(*factor->lower) : Json()},
        {"upper", factor->upper ? number_json(*factor->upper) : Json()}};
  }
  root["comparison"] = std::move(result);
}

}  // namespace spl::runner
