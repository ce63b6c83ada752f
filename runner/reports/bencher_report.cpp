#include "runner/reports/bencher_report.hpp"

#include <nlohmann/json.hpp>

#include "runner/findings/times.hpp"
#include "runner/reports/json/written_json.hpp"
#include "runner/reports/measured_series.hpp"

namespace spl::runner {
namespace {

std::string measure_of(const MeasuredSeries& series) {
  const bool is_unnamed_time =
      series.metric == "1" && series.dimension == logic::Dimension::kTime;
  if (series.metric == "wall" || is_unnamed_time) return "latency";
  return series.metric == "1" ? "count" : series.metric;
}

}  // namespace

std::optional<std::string> bencher_report(const Report& report) {
  Json all = Json::object();
  for (const MeasuredSeries& one : measured_series(report)) {
    const statistics::MeanInterval mean = one.mean();
    all[one.name][measure_of(one)] = {
        {"value", mean.mean},
        {"lower_value", lower_limit(mean)},
        {"upper_value", mean.mean + mean.half_width}};
  }
  if (all.empty()) return std::nullopt;
  return written_json(all);
}

bool is_bencher_report(std::string_view begin) {
  return begin.starts_with("{\n  \"") &&
         begin.find("\"lower_value\": ") != std::string_view::npos;
}

}  // namespace spl::runner
