#include "integrations/client/properties.hpp"

#include <cstdio>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace spl::client {
namespace {

using nlohmann::json;
using Properties = std::vector<std::pair<std::string, std::string>>;

/// Returns the value at the end of a path of keys; null if there is none.
json at(const json& value, std::initializer_list<const char*> path) {
  const json* one = &value;
  for (const char* key : path) {
    if (!one->is_object() || !one->contains(key)) return nullptr;
    one = &one->at(key);
  }
  return *one;
}

std::string text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return {};
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", value.get<double>());
  return number;
}

std::string interval(const json& ratio) {
  const std::string lower = text(at(ratio, {"lower"}));
  const std::string upper = text(at(ratio, {"upper"}));
  return lower.empty() || upper.empty() ? std::string()
                                        : lower + " .. " + upper;
}

void add(Properties& properties, const std::string& name,
         const std::string& value) {
  if (!value.empty()) properties.emplace_back(name, value);
}

void add_relation(const json& relation, const std::string& number,
                  Properties& properties) {
  const auto named = [&](const char* name) { return name + ('_' + number); };
  add(properties, named("relation"), text(at(relation, {"text"})));
  add(properties, named("strength"), text(at(relation, {"strength"})));
  add(properties, named("ratio"), text(at(relation, {"ratio", "estimate"})));
  add(properties, named("interval"), interval(at(relation, {"ratio"})));
  add(properties, named("left"),
      text(at(relation, {"times", "left", "amount"})));
  add(properties, named("right"),
      text(at(relation, {"times", "right", "amount"})));
}

}  // namespace

Properties properties_of(const std::string& text_of_report) {
  const json report = json::parse(text_of_report);
  Properties properties;
  int number = 0;
  int formulas = 0;
  for (const json& formula : at(report, {"formulas"})) {
    const bool is_first = ++formulas == 1;
    add(properties,
        is_first ? "verdict" : "verdict_" + std::to_string(formulas),
        text(at(formula, {"verdict"})));
    for (const json& relation : at(formula, {"relations"})) {
      add_relation(relation, std::to_string(++number), properties);
    }
  }
  return properties;
}

}  // namespace spl::client
