#include "runner/reports/format_writers.hpp"

#include <nlohmann/json.hpp>

#include "runner/reports/json/sections.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr int kSchema = 1;

/// Replaces texts that cannot be shown.
void show_texts(Json& json) {
  if (json.is_string()) {
    json = shown_text(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (Json& one : json) show_texts(one);
  }
}

/// The ids of all relations, by their numbers; none if the formulas are not
/// those of a suite.
std::vector<std::string> relation_ids(const Report& report) {
  std::vector<std::string> ids;
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return ids;
  for (const FormulaReport& formula : *formulas) {
    for (const RelationReport& one : formula.relations) ids.push_back(one.id);
  }
  return ids;
}

/// Returns the subject and the files with which each warning begins; null if
/// none has any.
Json details_of(const Warnings& warnings) {
  Json details = Json::array();
  bool are_any = false;
  for (const Warning& one : warnings) {
    are_any = are_any || !one.subject.empty() || !one.files.empty();
    details.push_back({{"subject", one.subject}, {"files", one.files}});
  }
  return are_any ? details : Json();
}

}  // namespace

std::string json_report(const Report& report) {
  Json errors = Json::array();
  for (const auto& one : report.errors) errors.push_back(json_of(one));
  Json formulas = Json::array();
  if (const auto* all = formulas_of(report)) {
    for (const auto& one : *all) formulas.push_back(json_of(one));
  }
  Warnings warnings = report.warnings;
  const Warnings& minor = report.minor_warnings;
  warnings.insert(warnings.end(), minor.begin(), minor.end());
  const std::vector<std::string> ids = relation_ids(report);
  Json performances = Json::array();
  for (const auto& one : report.performances) {
    performances.push_back(json_of(one, report, ids));
  }
  Json root = {{"schema", kSchema},
               {"version", kSplVersion},
               {"context", json_of(report.context, report.hosts)},
               {"settings", json_of(report.settings)},
               {"seconds", report.seconds},
               {"errors", std::move(errors)},
               {"warnings", to_texts(warnings)},
               {"formulas", std::move(formulas)},
               {"performances", std::move(performances)}};
  if (!minor.empty()) root["minor_warnings"] = to_texts(minor);
  Json details = details_of(warnings);
  if (!details.is_null()) root["warning_details"] = std::move(details);
  if (!report.is_complete) root["complete"] = false;
  if (!report.revisions.empty()) {
    root["revisions"] = Json::array();
    for (const RevisionReport& one : report.revisions) {
      root["revisions"].push_back(json_of(one));
    }
  }
  for (const LearnedRuns& one : report.learned) {
    Json learned = {{"performance", to_text(one.performance)},
                    {"from", to_text(one.from.value_or(one.performance))},
                    {"scaled", one.from.has_value()},
                    {"runs", one.runs}};
    if (one.evaluations > 0) {
      learned["evaluations"] = one.evaluations;
      learned["since"] = one.since;
    }
    root["learned"].push_back(std::move(learned));
  }
  if (report.outcome) report.outcome->add_to(root);
  show_texts(root);
  return root.dump(2) + '\n';
}

}  // namespace spl::runner
