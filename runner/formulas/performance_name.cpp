#include "runner/formulas/performance_name.hpp"

#include <map>
#include <optional>
#include <set>

#include "parser/parser.hpp"
#include "runner/formulas/name_filter.hpp"
#include "runner/formulas/suite.hpp"
#include "spl/logic/quantity.hpp"
#include "spl/logic/variables.hpp"

namespace spl::runner {
namespace {

using logic::MethodUse;
using logic::Performance;
using logic::Sum;

/// Returns the use of a method that a name is, read as the left side of a
/// relation with 0; nothing if it is none.
std::optional<MethodUse> method_use(const std::string& name) {
  const parser::ParsedText parsed =
      parser::parse(name + " = 0", parser::TextKind::kSingle);
  const auto& statements = parsed.document.statements;
  if (!parsed.problems.empty() || statements.size() != 1) return std::nullopt;
  const auto* labelled =
      std::get_if<logic::LabelledFormula>(&statements.front().node);
  if (labelled == nullptr || labelled->label) return std::nullopt;
  const auto* chain = std::get_if<logic::Chain>(&labelled->formula.node);
  if (chain == nullptr || chain->signs.size() != 1) return std::nullopt;
  const auto* use = std::get_if<MethodUse>(&chain->sums.front().node);
  if (use == nullptr) return std::nullopt;
  return *use;
}

std::optional<logic::Value> value(const Sum& argument) {
  bool is_constant = true;
  logic::each_use(argument, [&](const MethodUse&) { is_constant = false; });
  if (!is_constant) return std::nullopt;
  try {
    return logic::evaluate_value(argument, {}, {});
  } catch (const logic::ExpansionError&) {
    return std::nullopt;
  }
}

using Arguments = std::vector<logic::Value>;

/// Returns the values of arguments; nothing if one of them is no constant.
std::optional<Arguments> values(
    const std::optional<std::vector<Sum>>& arguments) {
  Arguments result;
  if (!arguments) return result;
  for (const Sum& argument : *arguments) {
    const auto known = value(argument);
    if (!known) return std::nullopt;
    result.push_back(*known);
  }
  return result;
}

std::optional<Performance> performance(const MethodUse& use) {
  Performance result;
  result.method = use.name.text;
  if (use.revision) result.revision = use.revision->text;
  const std::optional<Arguments> shared = values(use.arguments);
  if (!shared) return std::nullopt;
  std::map<std::string, Arguments> instruments;
  bool are_taken = use.instruments.empty() || !use.arguments;
  for (const logic::Instrument& one : use.instruments) {
    are_taken = are_taken || !one.arguments;
    const auto taken = one.arguments ? values(one.arguments) : shared;
    if (!taken || !instruments.emplace(one.name.text, *taken).second) {
      return std::nullopt;
    }
  }
  if (!are_taken) return std::nullopt;
  if (!instruments.empty()) result.generator = instruments.begin()->first;
  if (instruments.size() == 2) result.factory = instruments.rbegin()->first;
  set_arguments(result,
                instruments.empty() ? *shared : instruments.begin()->second,
                instruments.empty() ? *shared : instruments.rbegin()->second);
  return result;
}

}  // namespace

Performance performance_of(const std::string& name) {
  if (const auto use = method_use(name)) {
    if (auto result = performance(*use)) return *std::move(result);
  }
  return {name, {}, {}, {}, {}};
}

bool selects_performance(const std::string& pattern,
                         logic::Performance performance) {
  performance.revision.clear();
  const bool is_text = pattern.find('(') != std::string::npos;
  return selects(pattern, is_text ? to_text(performance) : performance.method);
}

std::vector<std::string> guarded_values(std::string_view option,
                                        const std::string& value) {
  if (option != "metric") return {value};
  std::vector<std::string> result{""};
  for (const char c : value) {
    if (c == ',') {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  std::set<std::string> known;
  std::erase_if(result, [&](const std::string& one) {
    return !known.insert(one).second;  // Once is enough.
  });
  return result;
}

}  // namespace spl::runner
