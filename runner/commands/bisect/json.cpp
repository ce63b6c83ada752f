#include <nlohmann/json.hpp>

#include "runner/commands/bisect/bisection_report.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

namespace spl::runner {
namespace {

void add_members(const BisectionReport& report, Json& root) {
  Json suspects = Json::array();
  for (const Revision& one : report.suspects) {
    suspects.push_back(json_of(RevisionReport{"", one}));
  }
  Json skipped = Json::array();
  for (const SkippedCommit& one : report.skipped) {
    skipped.push_back(json_of(RevisionReport{"", one.revision}));
    skipped.back()["reason"] = one.reason;
  }
  Json steps = Json::array();
  for (const BisectionStep& one : report.steps) {
    steps.push_back({{"relation", one.relation},
                     {"ratio", one.ratio},
                     {"lower", one.lower},
                     {"upper", one.upper}});
  }
  root["bisection"] = {{"good", json_of(RevisionReport{"", report.good})},
                       {"bad", json_of(RevisionReport{"", report.bad})},
                       {"commits", report.commits},
                       {"tested", report.tested},
                       {"skipped", std::move(skipped)},
                       {"untested", report.untested()},
                       {"unknown_before", report.unknown_before},
                       {"suspects", std::move(suspects)},
                       {"last_good", text_json(report.last_good.id)},
                       {"steps", std::move(steps)},
                       {"again", report.again},
                       {"going_on", text_json(report.going_on)}};
}

}  // namespace

void BisectionReport::add_to(Json& root) const { add_members(*this, root); }

}  // namespace spl::runner
