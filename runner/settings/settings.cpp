#include "runner/settings/settings.hpp"

#include <algorithm>

namespace spl::runner {

std::string_view to_text(Undecided undecided) {
  switch (undecided) {
    case Undecided::kFail:
      return "fail";
    case Undecided::kSkip:
      return "skip";
    case Undecided::kPass:
      return "pass";
  }
  return {};
}

std::string_view to_text(HeapPlace place) {
  return place == HeapPlace::kDrawn ? "drawn" : "kept";
}

HeapPlace heap_place(const Settings& settings) {
  const bool is_as_built = settings.layouts == std::size_t{1};
  return settings.heap.value_or(is_as_built ? HeapPlace::kKept
                                            : HeapPlace::kDrawn);
}

bool writes(const Settings& settings, std::string_view format) {
  return std::ranges::any_of(settings.outputs, [&](const Output& one) {
    return one.format == format;
  });
}

Settings with_statistic_of_metric(Settings settings) {
  const MeasuredMetric& metric = settings.metric;
  if (settings.is_statistic_given || is_time(metric) ||
      is_rate(metric.counter)) {
    return settings;
  }
  settings.deciding =
      logic::asking(logic::Statistic::kMean, std::move(settings.deciding));
  return settings;
}

double resolution_of(const logic::DecisionSettings& asked_for,
                     const Settings& settings) {
  return logic::asked(asked_for) == logic::Statistic::kMean
             ? settings.mean_resolution
             : settings.resolution;
}

}  // namespace spl::runner
