#include <nlohmann/json.hpp>

#include "runner/commands/guard/guard.hpp"
#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

std::string_view text_of(GuardStanding standing) {
  switch (standing) {
    case GuardStanding::kRefuted:
      return "refuted";
    case GuardStanding::kFailed:
      return "failed";
    case GuardStanding::kUndecided:
      return "undecided";
    case GuardStanding::kOpen:
      return "open";
    case GuardStanding::kRuledOut:
      return "ruled out";
    case GuardStanding::kProven:
      return "proven";
    case GuardStanding::kIdentical:
      return "identical";
  }
  return {};
}

}  // namespace

void Guard::add_to(Json& root) const {
  Json claims_json = Json::array();
  for (const GuardClaim& one : claims) {
    const FormulaReport& formula = formulas[one.formula];
    claims_json.push_back({{"call", formula.label},
                           {"metric", formula.metric},
                           {"relation", formula.relations.front().text},
                           {"standing", text_of(one.standing)},
                           {"baseline", number_json(one.baseline)},
                           {"under_test", number_json(one.under_test)}});
    if (!one.accepted) continue;
    claims_json.back()["accepted"] = {
        {"commit", one.accepted->revision.id},
        {"subject", one.accepted->revision.subject},
        {"reason", one.accepted->change.reason}};
  }
  root["guard"] = {{"sign", sign},
                   {"claims", std::move(claims_json)},
                   {"new", appeared},
                   {"gone", vanished},
                   {"left_out", json_of(left_out)}};
  if (!together) return;
  const statistics::RatioInterval& ratio = together->ratio;
  root["guard"]["together"] = {{"claims", together->claims},
                               {"ratio", number_json(ratio.estimate)},
                               {"lower", number_json(ratio.lower)},
                               {"upper", number_json(ratio.upper)},
                               {"level", 1 - 2 * together->alpha}};
}

}  // namespace spl::runner
