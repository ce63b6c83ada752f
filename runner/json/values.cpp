#include "runner/json/values.hpp"

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

Json statistic_json(statistics::RunStatistic statistic) {
  switch (statistic) {
    case statistics::RunStatistic::kMean:
      return "mean";
    case statistics::RunStatistic::kTrimmed:
      return "trimmed";
    case statistics::RunStatistic::kMedian:
      return "median";
  }
  return {};
}

}  // namespace spl::runner
