#include <fmt/format.h>

#include "runner/commands/times/times.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

std::string mean_text(const Timing& one) {
  std::string mean = amount_text(one.summary.mean, one.dimension);
  if (!one.mean) return mean;
  return fmt::format(
      "{} ({} .. {})", mean, amount_text(lower_limit(*one.mean), one.dimension),
      amount_text(one.mean->mean + one.mean->half_width, one.dimension));
}

Columns::Row row_of(const Timing& one) {
  const std::string name = foreign_name(to_text(one.performance));
  const statistics::Summary& seen = one.summary;
  if (seen.runs == 0) return {name, foreign_text(one.failure)};
  return {name,
          amount_text(seen.median, one.dimension),
          mean_text(one),
          fmt::format("{} .. {}", amount_text(seen.q10, one.dimension),
                      amount_text(seen.q90, one.dimension)),
          std::to_string(seen.runs),
          std::to_string(seen.observations),
          std::to_string(one.iterations)};
}

}  // namespace

std::string Times::section(const Report& /*report*/, const Style& style) const {
  Columns columns({"workload", "median", "mean (95 %, over runs)",
                   "10 % .. 90 %", "runs", "observations", "of calls"});
  for (const Timing& one : rows) columns.add(row_of(one));
  return columns.text(style.most_columns()) +
         left_out_text("not measured", left_out);
}

}  // namespace spl::runner
