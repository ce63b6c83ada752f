#include <nlohmann/json.hpp>

#include "runner/commands/rank/ranking.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

namespace spl::runner {
namespace {

void add_members(const Ranking& ranking, Json& root) {
  const auto name = [&](std::size_t position) {
    return to_text(ranking.performances[position]);
  };
  Json means = Json::array();
  Json pairs = Json::array();
  if (ranking.analysis) {
    for (std::size_t i = 0; i < ranking.performances.size(); ++i) {
      means.push_back({{"name", name(i)},
                       {"mean", number_json(ranking.analysis->means[i])},
                       {"runs", ranking.runs[i].size()}});
    }
  }
  for (const statistics::PairComparison& pair : ranking.pairs) {
    pairs.push_back({{"left", name(pair.first)},
                     {"right", name(pair.second)},
                     {"difference", number_json(pair.difference)},
                     {"q", number_json(pair.q)},
                     {"p", number_json(pair.p)},
                     {"lower", number_json(pair.lower)},
                     {"upper", number_json(pair.upper)}});
  }
  Json ratios = Json::array();
  for (const statistics::PairRatio& pair : ranking.ratios) {
    ratios.push_back({{"left", name(pair.first)},
                      {"right", name(pair.second)},
                      {"ratio", number_json(pair.ratio)},
                      {"p", number_json(pair.p)},
                      {"lower", number_json(pair.lower)},
                      {"upper", number_json(pair.upper)}});
  }
  const auto& analysis = ranking.analysis;
  root["ranking"] = {
      {"F", analysis ? number_json(analysis->f) : Json()},
      {"df",
       analysis ? Json{analysis->df_between, analysis->df_within} : Json()},
      {"p", analysis ? number_json(analysis->p) : Json()},
      {"level", ranking.level},
      {"in_blocks", ranking.design == statistics::Design::kBlocks},
      {"refusal", ranking.failure.empty() ? ranking.refusal : ranking.failure},
      {"means", std::move(means)},
      {"ratios", std::move(ratios)},
      {"pairs", std::move(pairs)}};
}

}  // namespace

void Ranking::add_to(Json& root) const { add_members(*this, root); }

}  // namespace spl::runner
