#include "runner/reports/json/sections.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace spl::runner {

Json number_json(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return *value;
}

Json text_json(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json value_json(const logic::Value& value) {
  if (const auto* plain = std::get_if<double>(&value)) return *plain;
  return std::get<std::string>(value);
}

}  // namespace spl::runner
