#include <fmt/format.h>

#include "runner/reports/terminal/sections.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "spl/statistics/summary.hpp"

namespace spl::runner {
namespace {

/// `; correlation with wall 0.93 over runs, 0.1 within them`, as far as it is
/// known.
std::string correlation_text(const Measured& measured, const Recorded& one,
                             const std::string& metric) {
  const statistics::Correlation found = correlation(measured, one);
  if (!found.runs && !found.observations) return {};
  std::string text = "; correlation";
  if (!metric.empty()) text += " with " + metric;
  if (found.runs) text += fmt::format(" {:.2f} over runs", *found.runs);
  if (found.observations) {
    text += fmt::format("{} {:.2f} within them", found.runs ? "," : "",
                        *found.observations);
  }
  return text;
}

std::string recorded_text(const Measured& measured, const Recorded& one,
                          const std::string& metric) {
  const auto dimension =
      is_time(one.metric) ? logic::Dimension::kTime : logic::Dimension::kCount;
  const double median = statistics::summary(one.observations).median;
  return fmt::format("    {}: median {}{}\n", runner::to_text(one.metric),
                     amount_text(median, dimension),
                     correlation_text(measured, one, metric));
}

/// `; warm-up 168 calls (1.01 ms)`, of the last run.
std::string warmup_text(const Measured& measured) {
  if (measured.records.empty()) return {};
  const RunRecord& record = measured.records.back();
  const std::uint64_t calls = record.warmup * record.iterations;
  if (calls == 0) return {};
  const std::string text = "; warm-up " + counted(calls, "call");
  return record.warmup_seconds > 0
             ? fmt::format("{} ({})", text, seconds_text(record.warmup_seconds))
             : text;
}

std::string performance_text(const PerformanceReport& one,
                             const Report& report) {
  const logic::Dimension dimension = runner::dimension(one, report);
  const std::string metric =
      one.metric ? runner::to_text(*one.metric) : report.quantity.metric;
  const auto summary = statistics::summary(one.measured.observations);
  std::string text = fmt::format(
      "  {}: median {} ({} .. {} at 10 % and 90 %), {}, {}{}\n",
      foreign_name(to_text(one.performance)),
      amount_text(summary.median, dimension),
      amount_text(summary.q10, dimension), amount_text(summary.q90, dimension),
      counted(summary.runs, "run"),
      counted(summary.observations, "observation"), warmup_text(one.measured));
  for (const Recorded& other : one.measured.others) {
    text += recorded_text(one.measured, other, metric);
  }
  return text;
}

}  // namespace

std::string performances_section(const Report& report) {
  std::string text;
  for (const PerformanceReport& one : report.performances) {
    if (one.measured.observations.empty()) continue;
    text += performance_text(one, report);
  }
  for (const HostRecord& one : report.hosts) {
    text += "  measured on " + foreign_name(to_text(one)) + '\n';
  }
  return text;
}

}  // namespace spl::runner
