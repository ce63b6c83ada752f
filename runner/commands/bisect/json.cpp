#include <nlohmann/json.hpp>

#include "runner/commands/bisect/bisection_report.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {

void BisectionReport::add_to(Json& root) const {
  Json suspects_json = Json::array();
  for (const Revision& one : suspects) {
    suspects_json.push_back(json_of(RevisionReport{"", one}));
  }
  Json skipped_json = Json::array();
  for (const SkippedCommit& one : skipped) {
    skipped_json.push_back(json_of(RevisionReport{"", one.revision}));
    skipped_json.back()["reason"] = one.reason;
  }
  Json steps_json = Json::array();
  for (const BisectionStep& one : steps) {
    steps_json.push_back({{"relation", one.relation},
                          {"ratio", one.ratio},
                          {"lower", one.lower},
                          {"upper", one.upper}});
  }
  root["bisection"] = {{"good", json_of(RevisionReport{"", good})},
                       {"bad", json_of(RevisionReport{"", bad})},
                       {"commits", commits},
                       {"tested", tested},
                       {"skipped", std::move(skipped_json)},
                       {"untested", untested()},
                       {"unknown_before", unknown_before},
                       {"suspects", std::move(suspects_json)},
                       {"last_good", text_json(last_good.id)},
                       {"steps", std::move(steps_json)},
                       {"again", again},
                       {"going_on", text_json(going_on)}};
}

}  // namespace spl::runner
