#include <nlohmann/json.hpp>

#include "runner/commands/times/times.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {

void Times::add_to(Json& root) const {
  Json rows_json = Json::array();
  for (const Timing& one : rows) {
    const auto& mean = one.mean;
    Json row = {{"name", to_text(one.performance)}, {"metric", one.metric}};
    if (one.summary.runs == 0) {
      row["failure"] = one.failure;
    } else {
      row.update({{"median", number_json(one.summary.median)},
                  {"mean", number_json(one.summary.mean)},
                  {"lower",
                   mean ? number_json(mean->mean - mean->half_width) : Json()},
                  {"upper",
                   mean ? number_json(mean->mean + mean->half_width) : Json()},
                  {"q10", number_json(one.summary.q10)},
                  {"q90", number_json(one.summary.q90)},
                  {"runs", one.summary.runs},
                  {"observations", one.summary.observations},
                  {"iterations", one.iterations}});
    }
    rows_json.push_back(std::move(row));
  }
  root["times"] = {{"rows", std::move(rows_json)},
                   {"left_out", json_of(left_out)}};
}

}  // namespace spl::runner
