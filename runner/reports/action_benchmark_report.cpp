#include "runner/reports/action_benchmark_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runner/reports/json/written_json.hpp"
#include "runner/reports/measured_series.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kExtra = "spl-run: mean of all calls";

Json entry(const MeasuredSeries& series, const Report& report) {
  const statistics::MeanInterval mean = series.mean();
  const bool is_wall = series.metric == "wall" || series.metric == "1";
  return {
      {"name",
       is_wall ? series.name : series.name + " [" + series.metric + ']'},
      {"unit", unit_of(series)},
      {"value", mean.mean},
      {"range", fmt::format("± {:.4g}", mean.half_width)},
      {"extra", fmt::format("{}, 95 % over {} runs\nhost {}\nseed {}", kExtra,
                            series.runs.size(), shown_text(report.context.host),
                            report.context.seed)}};
}

}  // namespace

std::optional<std::string> action_benchmark_report(const Report& report) {
  Json all = Json::array();
  for (const MeasuredSeries& one : measured_series(report)) {
    all.push_back(entry(one, report));
  }
  if (all.empty()) return std::nullopt;
  return written_json(all);
}

bool is_action_benchmark_report(std::string_view begin) {
  return begin.starts_with("[\n  {\n    \"name\": ") &&
         begin.find(fmt::format("\"extra\": \"{}", kExtra)) !=
             std::string_view::npos;
}

}  // namespace spl::runner
