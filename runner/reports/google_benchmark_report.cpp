#include "runner/reports/format_writers.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "runner/reports/json/sections.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/foreign_text.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::runner {
namespace {

using Numbers = std::vector<double>;

double mean(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
         static_cast<double>(numbers.size());
}

double deviation(const Numbers& numbers) {
  const double centre = mean(numbers);
  double sum = 0;
  for (const double one : numbers) sum += (one - centre) * (one - centre);
  return std::sqrt(sum / static_cast<double>(numbers.size() - 1));
}

struct Aggregate {
  const char* name;
  double (*of)(const Numbers& numbers);
};

constexpr Aggregate kAggregates[] = {
    {"mean", mean},
    {"median",
     [](const Numbers& numbers) { return statistics::median(numbers); }},
    {"stddev", deviation}};

/// Returns what all entries of a series begin with.
Json entry(const std::string& name, const std::string& suffix,
           std::size_t family, std::size_t repetitions) {
  return {{"name", name + suffix},
          {"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", name},
          {"run_type", suffix.empty() ? "iteration" : "aggregate"},
          {"repetitions", repetitions}};
}

void add(const MeasuredSeries& series, std::size_t family, Json& benchmarks) {
  const bool is_wall = series.metric == "wall" || series.metric == "1";
  const std::string name =
      is_wall
          ? series.name
          : series.name + " [" + shown_text(foreign_name(series.metric)) + ']';
  const Numbers real = series.run_means();
  const Numbers cpu = series.cpu.empty() ? real : series.cpu;
  for (std::size_t i = 0; i < real.size(); ++i) {
    Json one = entry(name, "", family, real.size());
    one["repetition_index"] = i;
    one["threads"] = 1;
    one["iterations"] = series.iterations[i] * series.runs[i].size();
    one["real_time"] = real[i];
    one["cpu_time"] = cpu[i];
    one["time_unit"] = "ns";
    benchmarks.push_back(std::move(one));
  }
  if (real.size() < 2) return;
  for (const Aggregate& aggregate : kAggregates) {
    Json one =
        entry(name, std::string("_") + aggregate.name, family, real.size());
    one["threads"] = 1;
    one["aggregate_name"] = aggregate.name;
    one["aggregate_unit"] = "time";
    one["iterations"] = real.size();
    one["real_time"] = aggregate.of(real);
    one["cpu_time"] = aggregate.of(cpu);
    one["time_unit"] = "ns";
    benchmarks.push_back(std::move(one));
  }
}

Json context(const Report& report) {
  const bool is_debug = std::ranges::any_of(
      report.performances,
      [](const auto& one) { return one.build && !one.build->optimized; });
  return {{"date", report.context.time},
          {"host_name", shown_text(report.context.host)},
          {"executable", "spl-run"},
          {"num_cpus", report.context.processors},
          {"caches", Json::array()},
          {"load_avg", Json::array()},
          {"library_build_type", is_debug ? "debug" : "release"},
          {"spl_version", kSplVersion}};
}

}  // namespace

std::optional<std::string> google_benchmark_report(const Report& report) {
  Json benchmarks = Json::array();
  std::size_t family = 0;
  for (const MeasuredSeries& one : measured_series(report)) {
    if (one.dimension == logic::Dimension::kTime) {
      add(one, family++, benchmarks);
    }
  }
  if (benchmarks.empty()) return std::nullopt;
  const Json root = {{"context", context(report)},
                     {"benchmarks", std::move(benchmarks)}};
  return root.dump(2) + '\n';
}

bool is_google_benchmark_report(std::string_view begin) {
  return begin.starts_with("{\n  \"context\": {") &&
         begin.find("\"executable\": \"spl-run\"") != std::string_view::npos;
}

}  // namespace spl::runner
