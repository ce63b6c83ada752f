#include <nlohmann/json.hpp>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

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

void add_members(const AuditReport& audit, Json& root) {
  Json changes = Json::array();
  for (const AuditedChange& one : audit.changes) {
    changes.push_back(json_of(one));
  }
  Json skipped = Json::array();
  for (const SkippedCommit& one : audit.skipped) {
    skipped.push_back(json_of(one));
  }
  Json drifts = Json::array();
  for (const AuditedDrift& one : audit.drifts) {
    drifts.push_back(runner::json_of(one.drift));
    drifts.back()["performance"] = to_text(one.performance);
  }
  Json same = Json::array();
  for (const std::vector<Revision>& row : audit.same_programs) {
    same.emplace_back(Json::array());
    for (const Revision& one : row) same.back().push_back(one.id);
  }
  root["audit"] = {{"good", audit.good.id},
                   {"bad", audit.bad.id},
                   {"reference", audit.reference.id},
                   {"commits", audit.commits},
                   {"sampled", audit.sampled},
                   {"measured", audit.measured},
                   {"performances", audit.performances},
                   {"hypotheses", audit.hypotheses},
                   {"tested", audit.tested},
                   {"level", audit.level},
                   {"changes", std::move(changes)},
                   {"drifts", std::move(drifts)},
                   {"skipped", std::move(skipped)},
                   {"same_programs", std::move(same)},
                   {"left_out", json_of(audit.left_out)},
                   {"complete", audit.going_on.empty()}};
}

}  // namespace

void AuditReport::add_to(Json& root) const { add_members(*this, root); }

}  // namespace spl::runner
