#include "runner/system/json_place.hpp"

#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

void add_steps(const JsonPlace& place, std::vector<JsonStep>& steps) {
  if (place.outer == nullptr) return;
  add_steps(*place.outer, steps);
  steps.push_back(place.step);
}

std::string step_text(const JsonStep& step) {
  if (const auto* index = std::get_if<std::size_t>(&step)) {
    return '[' + std::to_string(*index) + ']';
  }
  const std::string key(std::get<std::string_view>(step));
  const bool plain =
      logic::is_plain_name(key) && key.find_first_of(".:") == std::string::npos;
  return plain ? '.' + key : "[\"" + key + "\"]";
}

}  // namespace

std::string to_text(const JsonPlace& place) {
  std::vector<JsonStep> steps;
  add_steps(place, steps);
  return steps_text(steps);
}

std::string steps_text(const std::vector<JsonStep>& steps) {
  std::string text;
  for (const JsonStep& step : steps) text += step_text(step);
  return text.starts_with('.') ? text.substr(1) : text;
}

}  // namespace spl::runner
