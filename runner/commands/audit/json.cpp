#include <nlohmann/json.hpp>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

Json json_of(const AuditedChange& change) {
  const CommitComparison& compared = change.compared;
  Json json{{"performance", to_text(change.performance)},
            {"standing", to_text(change.standing)},
            {"last_before", change.last_before.id},
            {"first_after", change.first_after.id},
            {"subject", change.first_after.subject},
            {"suspects", change.suspects},
            {"blocks", compared.blocks},
            {"level", change.level},
            {"ratio", number_json(compared.ratio)},
            {"lower", number_json(compared.lower)},
            {"upper", number_json(compared.upper)}};
  if (!compared.failure.empty()) json["reason"] = compared.failure;
  if (change.accepted) {
    json["accepted"] = {{"pattern", change.accepted->pattern},
                        {"reason", change.accepted->reason},
                        {"time", change.accepted->time}};
  }
  return json;
}

Json json_of(const SkippedCommit& skipped) {
  return {{"commit", skipped.revision.id}, {"reason", skipped.reason}};
}

}  // namespace

void AuditReport::add_to(Json& root) const {
  Json changes_json = Json::array();
  for (const AuditedChange& one : changes) {
    changes_json.push_back(json_of(one));
  }
  Json skipped_json = Json::array();
  for (const SkippedCommit& one : skipped) {
    skipped_json.push_back(json_of(one));
  }
  Json drifts_json = Json::array();
  for (const AuditedDrift& one : drifts) {
    drifts_json.push_back(runner::json_of(one.drift));
    drifts_json.back()["performance"] = to_text(one.performance);
  }
  Json same = Json::array();
  for (const std::vector<Revision>& row : same_programs) {
    same.emplace_back(Json::array());
    for (const Revision& one : row) same.back().push_back(one.id);
  }
  root["audit"] = {{"good", good.id},
                   {"bad", bad.id},
                   {"reference", reference.id},
                   {"commits", commits},
                   {"sampled", sampled},
                   {"measured", measured},
                   {"performances", performances},
                   {"hypotheses", hypotheses},
                   {"tested", tested},
                   {"level", level},
                   {"changes", std::move(changes_json)},
                   {"drifts", std::move(drifts_json)},
                   {"skipped", std::move(skipped_json)},
                   {"same_programs", std::move(same)},
                   {"left_out", json_of(left_out)},
                   {"complete", going_on.empty()}};
}

}  // namespace spl::runner
