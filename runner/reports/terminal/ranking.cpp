#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "runner/foreign/measured_metric.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// Returns the order of means: the least first, or the largest of a rate.
std::vector<std::size_t> best_first(const std::vector<double>& means,
                                    const std::string& metric) {
  const double sign = is_rate(metric) ? -1 : 1;
  std::vector<std::size_t> order(means.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) {
                     return sign * means[left] < sign * means[right];
                   });
  return order;
}

}  // namespace

std::string outcome_section(const Ranking& ranking, const Report& report,
                            Style /*style*/) {
  if (!ranking.analysis) {
    return "no ranking: " +
           foreign_text(ranking.failure.empty() ? ranking.refusal
                                                : ranking.failure) +
           '\n';
  }
  const logic::Dimension dimension = report.quantity.dimension;
  const statistics::AnalysisOfVariance& analysis = *ranking.analysis;
  const bool is_blocked = ranking.design == statistics::Design::kBlocks;
  const std::vector<std::size_t> order =
      best_first(analysis.means, report.quantity.metric);
  std::string text;
  std::size_t width = 0;
  for (const logic::Performance& one : ranking.performances) {
    width = std::max(width, to_text(one).size());
  }
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t i = order[place];
    text += fmt::format(
        "{:3}. {:{}}  {}, {} {}\n", place + 1, to_text(ranking.performances[i]),
        width, amount_text(analysis.means[i], dimension),
        ranking.runs[i].size(), ranking.runs[i].size() == 1 ? "run" : "runs");
  }
  if (!analysis.f) {
    return text + (is_blocked
                       ? "the differences do not vary from block to block: "
                         "compare the means\n"
                       : "nothing varies inside the performances: compare "
                         "their means\n");
  }
  text +=
      fmt::format("analysis of variance{}: F({:.4g}, {:.4g}) = {:.4g}, {}\n",
                  is_blocked ? " in blocks" : "", analysis.df_between,
                  analysis.df_within, *analysis.f, p_text(*analysis.p));
  for (const statistics::PairComparison& pair : ranking.pairs) {
    const bool distinct = pair.lower > 0 || pair.upper < 0;
    text += fmt::format("  {:{}} - {:{}}  {}  {} ({} .. {}), {}\n",
                        to_text(ranking.performances[pair.first]), width,
                        to_text(ranking.performances[pair.second]), width,
                        distinct ? "different " : "indistinct",
                        amount_text(pair.difference, dimension),
                        amount_text(pair.lower, dimension),
                        amount_text(pair.upper, dimension), p_text(pair.p));
  }
  return text + fmt::format(
                    "Tukey's HSD: all intervals together hold with {:.4g} "
                    "%.\n",
                    100 * ranking.level);
}

}  // namespace spl::runner
