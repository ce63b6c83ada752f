#include <nlohmann/json.hpp>

#include "runner/commands/history/history.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

Json json_of(const HistoryPoint& point) {
  return {{"commit", point.revision.id},
          {"date", point.revision.author_date},
          {"subject", point.revision.subject},
          {"blocks", point.blocks},
          {"evaluations", point.evaluations},
          {"last", point.last},
          {"ratio", point.ratio},
          {"lower", point.lower},
          {"upper", number_json(point.upper)}};
}

Json json_of(const statistics::RatioChange& change,
             const PerformanceHistory& history) {
  return {{"last_before", history.points[change.last_before].revision.id},
          {"first_after", history.points[change.first_after].revision.id},
          {"factor", change.factor},
          {"lower", change.lower},
          {"upper", number_json(change.upper)},
          {"p", change.p}};
}

}  // namespace

void ShownHistory::add_to(Json& root) const {
  Json points = Json::array();
  for (const HistoryPoint& one : history.points) points.push_back(json_of(one));
  Json changes = Json::array();
  for (const statistics::RatioChange& one : history.changes) {
    changes.push_back(json_of(one, history));
  }
  for (const AcceptedInHistory& one : history.accepted) {
    changes[one.change]["accepted"].push_back(
        {{"commit", one.revision.id}, {"reason", one.reason}});
  }
  root["history"] = {
      {"performance", to_text(history.performance)},
      {"reference", history.reference.id},
      {"statistic",
       history.statistic == logic::Statistic::kMean ? "mean" : "trimmed"},
      {"confidence", 1 - 2 * history.alpha},
      {"points", std::move(points)},
      {"changes", std::move(changes)},
      {"drift", history.drift ? json_of(*history.drift) : Json()}};
}

}  // namespace spl::runner
