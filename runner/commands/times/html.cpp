#include <fmt/format.h>

#include "runner/commands/times/times.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string range_text(double lower, double upper, logic::Dimension dimension) {
  return amount_text(lower, dimension) + " .. " + amount_text(upper, dimension);
}

std::string cells_html(const Timing& one) {
  const statistics::Summary& seen = one.summary;
  if (seen.runs == 0) return "<td colspan=6>" + html(one.failure);
  const auto& mean = one.mean;
  const std::string interval =
      mean ? range_text(lower_limit(*mean), mean->mean + mean->half_width,
                        one.dimension)
           : std::string();
  return fmt::format(
      "<td>{}<td>{}<td class=w>{}<td class=w>{}<td class=w>{}<td class=w>{}",
      amount_text(seen.median, one.dimension),
      amount_text(seen.mean, one.dimension), interval,
      range_text(seen.q10, seen.q90, one.dimension), seen.runs,
      seen.observations);
}

std::string row_html(const Timing& one) {
  const bool is_wall = one.metric == "wall";
  return fmt::format(
      "<tbody class={}><tr><th scope=row><button>{}</button>{}\n"
      "<tr><td colspan=7><p>{} of {} calls each\n",
      one.summary.runs == 0 ? 'e' : 't',
      html_name(to_text(one.performance) +
                (is_wall ? "" : " [" + one.metric + ']')),
      cells_html(one), "Observations", one.iterations);
}

}  // namespace

std::string Times::headline() const {
  return fmt::format("Times of {} workload{}", rows.size(),
                     rows.size() == 1 ? "" : "s");
}

std::string Times::page(const Report& /*report*/, Figures& figures) const {
  std::string text = filter_html({}) +
                     "<div class=table role=region aria-label=Workloads "
                     "tabindex=0><table>\n"
                     "<thead><tr><th scope=col>Workload<th scope=col>Median"
                     "<th scope=col>Mean<th scope=col class=w>95 % over runs"
                     "<th scope=col class=w>10 % .. 90 %"
                     "<th scope=col class=w>Runs"
                     "<th scope=col class=w>Observations\n";
  for (const Timing& one : rows) {
    figures.add(one.performance);
    text += row_html(one);
  }
  return text + "</table></div>\n" + left_out_html("Not measured", left_out);
}

}  // namespace spl::runner
