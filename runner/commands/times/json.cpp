#include <nlohmann/json.hpp>

#include "runner/commands/times/times.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

namespace spl::runner {
namespace {

void add_members(const Times& times, Json& root) {
  Json rows = Json::array();
  for (const Timing& one : times.rows) {
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
    rows.push_back(std::move(row));
  }
  root["times"] = {{"rows", std::move(rows)},
                   {"left_out", json_of(times.left_out)}};
}

}  // namespace

void Times::add_to(Json& root) const { add_members(*this, root); }

}  // namespace spl::runner
