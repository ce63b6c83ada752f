#include "runner/reports/json_report.hpp"

#include <nlohmann/json.hpp>

#include "runner/reports/json/sections.hpp"
#include "runner/settings/version.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr int kSchema = 1;

/// All texts in it are such as can be shown.
void show_texts(Json& json) {
  if (json.is_string()) {
    json = shown_text(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (Json& one : json) show_texts(one);
  }
}

}  // namespace

std::string json_report(const Report& report) {
  Json errors = Json::array();
  for (const auto& one : report.errors) errors.push_back(json_of(one));
  Json formulas = Json::array();
  for (const auto& one : report.formulas) formulas.push_back(json_of(one));
  Json performances = Json::array();
  for (const auto& one : report.performances) {
    performances.push_back(json_of(one, report));
  }
  Json root = {{"schema", kSchema},
               {"version", kVersion},
               {"context", json_of(report.context)},
               {"settings", json_of(report.settings)},
               {"seconds", report.seconds},
               {"errors", std::move(errors)},
               {"warnings", report.warnings},
               {"formulas", std::move(formulas)},
               {"performances", std::move(performances)}};
  if (!report.is_complete) root["complete"] = false;
  if (!report.revisions.empty()) {
    root["revisions"] = Json::array();
    for (const RevisionReport& one : report.revisions) {
      root["revisions"].push_back(json_of(one));
    }
  }
  if (report.bisection) root["bisection"] = json_of(*report.bisection);
  if (report.ranking) root["ranking"] = json_of(*report.ranking);
  if (!report.sensitivity.empty()) {
    root["sensitivity"] = Json::array();
    for (const SensitivityReport& one : report.sensitivity) {
      root["sensitivity"].push_back(json_of(one));
    }
  }
  if (report.planning) root["plan"] = json_of(*report.planning);
  if (!report.self_tests.empty()) {
    root["self_test"] = Json::array();
    for (const SelfTest& one : report.self_tests) {
      root["self_test"].push_back(json_of(one));
    }
  }
  show_texts(root);
  return root.dump(2) + '\n';
}

}  // namespace spl::runner
