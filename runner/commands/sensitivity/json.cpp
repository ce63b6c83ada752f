#include <nlohmann/json.hpp>

#include "runner/commands/sensitivity/sensitivity.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

std::string name(const logic::SensitivityCount& count) {
  return count.interpretation ? std::string(to_text(*count.interpretation))
                              : "parts";
}

const char* draw_name(logic::SensitivityRow::Draw draw) {
  switch (draw) {
    case logic::SensitivityRow::Draw::kOneSet:
      return "one set";
    case logic::SensitivityRow::Draw::kObservations:
      return "observations";
    case logic::SensitivityRow::Draw::kRuns:
      return "runs";
  }
  return "";
}

Json json_of(const SensitivityReport& report) {
  Json rows = Json::array();
  for (const logic::SensitivityRow& row : report.rows) {
    Json counts = Json::object();
    for (const logic::SensitivityCount& count : row.counts) {
      counts[name(count)] = {{"slower", count.slower},
                             {"faster", count.faster}};
    }
    rows.push_back({{"draw", draw_name(row.draw)},
                    {"size", row.size},
                    {"repetitions", row.repetitions},
                    {"found", std::move(counts)}});
  }
  return {{"name", to_text(report.performance)},
          {"scale", report.scale},
          {"rows", std::move(rows)}};
}

}  // namespace

void Sensitivity::add_to(Json& root) const {
  for (const SensitivityReport& one : all)
    root["sensitivity"].push_back(json_of(one));
}

}  // namespace spl::runner
