#include "runner/findings/portability.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace spl::runner {
namespace {

using nlohmann::json;

/// The ratios of a label and text, in the order of the report.
using Ratios =
    std::map<std::pair<std::string, std::string>, std::deque<double>>;

void add(const JsonText& text, const json& formula, const JsonPlace& place,
         Ratios& ratios) {
  const std::string& label =
      text.text(text.member(formula, place, "label"), place.at("label"));
  const json& relations = text.member(formula, place, "relations");
  const JsonPlace all = place.at("relations");
  text.require_array(relations, all);
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const JsonPlace one = all.at(i);
    const std::string& name =
        text.text(text.member(relations[i], one, "text"), one.at("text"));
    const json& ratio = text.member(relations[i], one, "ratio");
    if (ratio.is_null()) continue;
    const JsonPlace inner = one.at("ratio");
    ratios[{label, name}].push_back(text.number(
        text.member(ratio, inner, "estimate"), inner.at("estimate")));
  }
}

Ratios ratios_of(const JsonText& text) {
  const JsonPlace top;
  const json& schema = text.member(text.root(), top, "schema");
  if (schema != 1) {
    text.fail(top.at("schema"), "this version reads reports of schema 1");
  }
  const JsonPlace place = top.at("formulas");
  const json& formulas = text.member(text.root(), top, "formulas");
  text.require_array(formulas, place);
  Ratios ratios;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    add(text, formulas[i], place.at(i), ratios);
  }
  return ratios;
}

}  // namespace

void require_report(const JsonText& text) { (void)ratios_of(text); }

std::vector<std::string> compare_with(const JsonText& other,
                                      std::vector<FormulaReport>& formulas) {
  Ratios ratios = ratios_of(other);
  bool found = false;
  for (FormulaReport& formula : formulas) {
    for (RelationReport& relation : formula.relations) {
      std::deque<double>& known = ratios[{formula.label, relation.text}];
      const auto& here = relation.decision.ratio.estimate;
      if (known.empty() || !here) continue;
      const double quotient = *here / known.front();
      known.pop_front();
      if (!(quotient > 0)) continue;
      relation.portability = std::max(quotient, 1 / quotient);
      found = true;
    }
  }
  if (found) return {};
  return {"there is no relation in " + other.file() +
          " too; formulas are matched by their labels and texts"};
}

}  // namespace spl::runner
