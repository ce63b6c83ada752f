#include <nlohmann/json.hpp>

#include "runner/commands/rank/ranking.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {

void Ranking::add_to(Json& root) const {
  const auto name = [&](std::size_t position) {
    return to_text(performances[position]);
  };
  Json means = Json::array();
  Json pairs_json = Json::array();
  if (analysis) {
    for (std::size_t i = 0; i < performances.size(); ++i) {
      means.push_back({{"name", name(i)},
                       {"mean", number_json(analysis->means[i])},
                       {"runs", runs[i].size()}});
    }
  }
  for (const statistics::PairComparison& pair : pairs) {
    pairs_json.push_back({{"left", name(pair.first)},
                          {"right", name(pair.second)},
                          {"difference", number_json(pair.difference)},
                          {"q", number_json(pair.q)},
                          {"p", number_json(pair.p)},
                          {"lower", number_json(pair.lower)},
                          {"upper", number_json(pair.upper)}});
  }
  Json ratios_json = Json::array();
  for (const statistics::PairRatio& pair : ratios) {
    ratios_json.push_back({{"left", name(pair.first)},
                           {"right", name(pair.second)},
                           {"ratio", number_json(pair.ratio)},
                           {"p", number_json(pair.p)},
                           {"lower", number_json(pair.lower)},
                           {"upper", number_json(pair.upper)}});
  }
  root["ranking"] = {
      {"F", analysis ? number_json(analysis->f) : Json()},
      {"df",
       analysis ? Json{analysis->df_between, analysis->df_within} : Json()},
      {"p", analysis ? number_json(analysis->p) : Json()},
      {"level", level},
      {"in_blocks", design == statistics::Design::kBlocks},
      {"refusal", failure.empty() ? refusal : failure},
      {"means", std::move(means)},
      {"ratios", std::move(ratios_json)},
      {"pairs", std::move(pairs_json)}};
}

}  // namespace spl::runner
