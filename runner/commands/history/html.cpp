#include <fmt/format.h>

#include <string>
#include <vector>

#include "runner/commands/history/history.hpp"
#include "runner/findings/performance_history.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

constexpr double kHeight = 260;
constexpr double kStep = 10;  ///< Between points.

constexpr double kMargin = 1.01;

double height_of(double ratio, const LogScale& scale) {
  return kHeight * (1 - scale.place(ratio));
}

/// Returns up to a dozen ratios with few digits, from the least on.
std::vector<double> ticks_of(const LogScale& scale) {
  static constexpr double kTicks[] = {
      0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1,
      1.02, 1.05, 1.1,  1.2, 1.5, 2,   5,   10,  20,  50,   100};
  std::vector<double> result;
  for (const double one : kTicks) {
    if (one < scale.least || one > scale.most) continue;
    const bool is_apart =
        result.empty() ||
        height_of(result.back(), scale) - height_of(one, scale) > 14;
    if (is_apart) result.push_back(one);
  }
  return result;
}

double place_of(std::size_t point) {
  return (static_cast<double>(point) + 0.5) * kStep;
}

std::string interval_text(const HistoryPoint& one) {
  return fmt::format("{} .. {}", ratio_text(one.lower), ratio_text(one.upper));
}

std::string point_svg(const HistoryPoint& one, std::size_t i,
                      const LogScale& scale) {
  const double x = place_of(i);
  return fmt::format(
      "<g><title>{}: {} ({})</title><path class=thin d=\"M{:.4g} {:.4g}V{:.4g}"
      "\"/><path class=dots d=\"M{:.4g} {:.4g}v0\"/></g>",
      html_name(one.revision.name + " " + one.revision.subject),
      ratio_text(one.ratio), interval_text(one), x, height_of(one.upper, scale),
      height_of(one.lower, scale), x, height_of(one.ratio, scale));
}

std::string changes_svg(const PerformanceHistory& history) {
  std::string path;
  for (const statistics::RatioChange& one : history.changes) {
    path += fmt::format(
        "M{:.4g} 0V{}",
        (place_of(one.last_before) + place_of(one.first_after)) / 2, kHeight);
  }
  return path.empty() ? path : "<path class=change d=\"" + path + "\"/>";
}

std::string chart_html(const PerformanceHistory& history,
                       const MeasuredMetric& metric) {
  const LogScale scale(history.points, kMargin);
  const double width = kStep * static_cast<double>(history.points.size());
  std::string grid;
  std::string labels;
  for (const double ratio : ticks_of(scale)) {
    grid += fmt::format("M0 {:.4g}H{:.4g}", height_of(ratio, scale), width);
    labels += fmt::format("<text x=42 y={:.4g}>{}</text>",
                          height_of(ratio, scale) + 14, ratio_text(ratio));
  }
  std::string points;
  for (std::size_t i = 0; i < history.points.size(); ++i) {
    points += point_svg(history.points[i], i, scale);
  }
  return fmt::format(
      "<figure class=chart tabindex=0><figcaption>{}; on a log "
      "scale</figcaption>\n"
      "<svg viewBox=\"0 0 1000 280\" role=img aria-label=\"{} commits, {} "
      "changes\">{}<svg class=zoom x=50 y=10 width=945 height={} viewBox=\"0 0 "
      "{:.4g} {}\" preserveAspectRatio=none><path class=grid d=\"{}\"/>{}{}"
      "</svg></svg>\n"
      "<small>Ctrl with the wheel, + and - zoom, arrows move, 0 shows "
      "all.</small></figure>\n",
      html(head_of(history, metric)), history.points.size(),
      history.changes.size(), labels, kHeight, width, kHeight, grid,
      changes_svg(history), points);
}

std::string accepted_html(std::size_t change,
                          const PerformanceHistory& history) {
  std::string text;
  for (const AcceptedInHistory& one : history.accepted) {
    if (one.change != change) continue;
    text += fmt::format("; accepted at {}: {}", html_name(one.revision.name),
                        html(one.reason));
  }
  return text;
}

std::string changes_html(const PerformanceHistory& history) {
  std::string text;
  for (std::size_t i = 0; i < history.changes.size(); ++i) {
    const statistics::RatioChange& one = history.changes[i];
    text += fmt::format(
        "<li>Between {} and {}: {}{}\n",
        html_name(to_text(history.points[one.last_before].revision)),
        html_name(to_text(history.points[one.first_after].revision)),
        html(times_text(one)), accepted_html(i, history));
  }
  for (const std::string& note : notes_of(history)) {
    text += "<li>" + html(note) + '\n';
  }
  return text.empty() ? text : "<h2>Changes</h2><ul>" + text + "</ul>\n";
}

std::string row_html(const HistoryPoint& one) {
  return fmt::format(
      "<tbody class=t><tr><th scope=row><button>{}</button><td>{}<td>{}<td>{}"
      "<td class=w>{}\n<tr><td colspan=5><p>{}\n",
      html_name(one.revision.name),
      html(one.revision.author_date.substr(0, 10)), ratio_text(one.ratio),
      interval_text(one), one.blocks, html(one.revision.subject));
}

}  // namespace

std::string ShownHistory::headline() const {
  return "History of " + to_text(history.performance);
}

std::string ShownHistory::page(const Report& report, Figures& figures) const {
  std::string text = chart_html(history, report.settings.metric) +
                     changes_html(history) + filter_html({}) +
                     "<div class=table role=region aria-label=Commits "
                     "tabindex=0><table>\n"
                     "<thead><tr><th scope=col>Commit<th scope=col>Date"
                     "<th scope=col>Ratio<th scope=col>Interval"
                     "<th scope=col class=w>Blocks\n";
  for (const HistoryPoint& one : history.points) {
    figures.add(history.performance);
    text += row_html(one);
  }
  return text + "</table></div>\n";
}

}  // namespace spl::runner
