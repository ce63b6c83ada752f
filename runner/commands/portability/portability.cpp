#include "runner/commands/portability/portability.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace spl::runner {
namespace {

using nlohmann::json;

/// The ratios by the ids of relations; absent if a relation has none.
using Ratios = std::map<std::string, std::optional<double>>;

void add(const JsonText& text, const json& formula, const JsonPlace& place,
         Ratios& ratios) {
  const json& relations = text.member(formula, place, "relations");
  const JsonPlace all = place.at("relations");
  text.require_array(relations, all);
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const JsonPlace one = all.at(i);
    std::optional<double>& known =
        ratios[text.text(text.member(relations[i], one, "id"), one.at("id"))];
    const json& ratio = text.member(relations[i], one, "ratio");
    if (ratio.is_null()) continue;
    const JsonPlace inner = one.at("ratio");
    known = text.number(text.member(ratio, inner, "estimate"),
                        inner.at("estimate"));
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

/// "a < b, c < d and 3 more".
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    text += (i > 0 ? ", " : "") + names[i];
  }
  if (names.size() > kMost) {
    text += " and " + std::to_string(names.size() - kMost) + " more";
  }
  return text;
}

/// Relations that are not compared, and why: "... NAMES".
void add_lost(const std::string& why, const std::vector<std::string>& names,
              std::vector<std::string>& warnings) {
  if (names.empty()) return;
  warnings.push_back(why + ": " + first_names(names));
}

/// Compares a relation with the ratio elsewhere. Returns whether it could.
bool compare(double there, RelationReport& relation) {
  const auto& here = relation.decision.ratio.estimate;
  if (!here) return false;
  const double quotient = *here / there;
  if (!(quotient > 0)) return false;
  relation.portability = std::max(quotient, 1 / quotient);
  return true;
}

}  // namespace

void require_report(const JsonText& text) { (void)ratios_of(text); }

std::vector<std::string> compare_with(const JsonText& other,
                                      std::vector<FormulaReport>& formulas) {
  Ratios ratios = ratios_of(other);
  std::vector<std::string> only_here;
  std::vector<std::string> without_ratio;
  bool is_any_known = false;
  for (FormulaReport& formula : formulas) {
    for (RelationReport& relation : formula.relations) {
      const auto known = ratios.find(relation.id);
      if (known == ratios.end()) {
        only_here.push_back(relation.id);
        continue;
      }
      is_any_known = true;
      if (!known->second || !compare(*known->second, relation)) {
        without_ratio.push_back(relation.id);
      }
      ratios.erase(known);
    }
  }
  if (!is_any_known) {
    return {other.file() +
            " has none of these relations; relations are matched by their "
            "texts"};
  }
  std::vector<std::string> only_there;
  for (const auto& [id, ratio] : ratios) only_there.push_back(id);
  std::vector<std::string> warnings;
  add_lost("without portability, because they are not in " + other.file(),
           only_here, warnings);
  add_lost("without portability, because they are in " + other.file() + " only",
           only_there, warnings);
  add_lost("without portability, because they have no ratio here or in " +
               other.file(),
           without_ratio, warnings);
  return warnings;
}

}  // namespace spl::runner
