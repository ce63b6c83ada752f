#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "runner/commands/history/history.hpp"
#include "runner/findings/performance_history.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// The fewest to show a change: of the C(n, n / 2) ways to halve n points, two
/// are as good as any change, and for fewer points that is more than p 0.01.
constexpr std::size_t kFewestPoints = 10;

constexpr std::size_t kWidth = 25;  ///< Of the ratios in columns.

std::string heading_of(const LogScale& scale) {
  const std::string most = ratio_text(scale.most);
  const std::string least = ratio_text(scale.least);
  const std::size_t used = least.size() + most.size();
  return least + std::string(kWidth > used ? kWidth - used : 1, ' ') + most;
}

/// Returns a row such as `  |  --o--   `.
std::string row_of(const HistoryPoint& point, const LogScale& scale) {
  const auto place = [&](double ratio) {
    return static_cast<std::size_t>(
        std::lround((kWidth - 1) * scale.place(ratio)));
  };
  std::string text(kWidth, ' ');
  for (std::size_t i = place(point.lower); i <= place(point.upper); ++i) {
    text[i] = '-';
  }
  text[place(1)] = '|';
  text[place(point.ratio)] = 'o';
  return text;
}

std::string accepted_text(std::size_t change,
                          const PerformanceHistory& history) {
  std::string text;
  for (const AcceptedInHistory& one : history.accepted) {
    if (one.change != change) continue;
    text += fmt::format("  accepted at {}: {}\n", one.revision.name,
                        foreign_text(one.reason));
  }
  return text;
}

std::string changes_text(const PerformanceHistory& history) {
  std::string text;
  for (std::size_t i = 0; i < history.changes.size(); ++i) {
    const statistics::RatioChange& one = history.changes[i];
    text += fmt::format("change between {} and {}: {}\n",
                        to_text(history.points[one.last_before].revision),
                        to_text(history.points[one.first_after].revision),
                        times_text(one));
    text += accepted_text(i, history);
  }
  return text;
}

}  // namespace

std::string head_of(const PerformanceHistory& history,
                    const MeasuredMetric& metric) {
  return fmt::format(
      "{} / {}, {}, in the same blocks, with {:.4g} % intervals; above 1 is {}",
      to_text(history.performance), to_text(at_reference(history)),
      history.statistic == logic::Statistic::kMean ? "all calls"
                                                   : "typical calls",
      100 - 200 * history.alpha, is_time(metric) ? "slower" : "more");
}

std::vector<std::string> notes_of(const PerformanceHistory& history) {
  std::vector<std::string> notes;
  if (history.changes.empty()) {
    const bool are_few = history.points.size() < kFewestPoints;
    notes.push_back((are_few ? fmt::format("{} or more commits can show a "
                                           "change at p 0.01, half of them "
                                           "after it",
                                           kFewestPoints)
                             : "no change at p 0.01") +
                    "; commits with the reference's program are no points");
  }
  if (history.changes.empty() && history.drift) {
    const statistics::RatioDrift& drift = *history.drift;
    notes.push_back(fmt::format(
        "{} from {} to {}: {}",
        drift.p <= history.alpha ? "a slow change"
                                 : "no slow change is certain",
        to_text(history.points.front().revision),
        to_text(history.points.back().revision), times_text(drift)));
  }
  if (history.elsewhere > 0) {
    notes.push_back(fmt::format(
        "{} more {} blocks: {} no first parent of {}", history.elsewhere,
        history.elsewhere == 1 ? "commit has" : "commits have",
        history.elsewhere == 1 ? "it is" : "they are", history.last.name));
  }
  return notes;
}

LogScale::LogScale(const std::vector<HistoryPoint>& points, double margin) {
  for (const HistoryPoint& one : points) {
    for (const double ratio : {one.ratio, one.lower, one.upper}) {
      // Limits that say nothing do not widen the scale.
      if (ratio < one.ratio / 2 || ratio > 2 * one.ratio) continue;
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
  }
  least /= margin;
  most *= margin;
}

double LogScale::place(double ratio) const {
  if (most <= least) return 0;
  return std::log(std::clamp(ratio, least, most) / least) /
         std::log(most / least);
}

std::string ShownHistory::section(const Report& report,
                                  const Style& /*style*/) const {
  std::string text = head_of(history, report.settings.metric) + '\n';
  const LogScale scale(history.points);
  Columns columns({"author's date", "commit", "ratio", heading_of(scale),
                   "blocks", "subject"});
  for (const HistoryPoint& one : history.points) {
    columns.add({one.revision.author_date.substr(0, 10), one.revision.name,
                 ratio_text(one.ratio, one.lower, one.upper),
                 row_of(one, scale), std::to_string(one.blocks),
                 one.revision.subject});
  }
  text += columns.text() + changes_text(history);
  for (const std::string& note : notes_of(history)) text += note + '\n';
  return text;
}

}  // namespace spl::runner
