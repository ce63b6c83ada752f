#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
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

/// "a(1)  is 1.9 times as fast as  b(1)  (1.8 .. 2), p = 0.001": a pair in the
/// order of the ranking.
std::string pair_text(const Ranking& ranking, const statistics::PairRatio& pair,
                      bool is_exchanged, const Report& report) {
  statistics::PairRatio shown = pair;
  if (is_exchanged) {
    std::swap(shown.first, shown.second);
    shown.ratio = 1 / pair.ratio;
    shown.lower = 1 / pair.upper;
    shown.upper = 1 / pair.lower;
  }
  const bool is_time = report.quantity.dimension == logic::Dimension::kTime;
  const bool is_speed = is_time || is_rate(report.quantity.metric);
  if (is_time) {  // The first one takes less.
    shown.ratio = 1 / shown.ratio;
    std::swap(shown.lower, shown.upper);
    shown.lower = 1 / shown.lower;
    shown.upper = 1 / shown.upper;
  }
  const bool is_distinct = shown.lower > 1 || shown.upper < 1;
  std::size_t width = 0;
  for (const logic::Performance& one : ranking.performances) {
    width = std::max(width, to_text(one).size());
  }
  const std::string words = is_distinct
                                ? fmt::format("is {:.3g} times{}", shown.ratio,
                                              is_speed ? " as fast as" : "")
                                : std::string(is_speed ? "is about as fast as"
                                                       : "is about as much as");
  return fmt::format("  {:{}}  {:24}  {:{}}  ({} .. {}), {}\n",
                     to_text(ranking.performances[shown.first]), width, words,
                     to_text(ranking.performances[shown.second]), width,
                     ratio_text(shown.lower), ratio_text(shown.upper),
                     p_text(shown.p));
}

/// All pairs, from the first place down.
std::string pairs_text(const Ranking& ranking,
                       const std::vector<std::size_t>& order,
                       const Report& report) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  const auto places = [&](const statistics::PairRatio& one) {
    return std::minmax(place[one.first], place[one.second]);
  };
  std::vector<statistics::PairRatio> pairs = ranking.ratios;
  std::sort(pairs.begin(), pairs.end(),
            [&](const auto& one, const auto& other) {
              return std::pair(places(one)) < std::pair(places(other));
            });
  std::string text;
  for (const statistics::PairRatio& one : pairs) {
    text +=
        pair_text(ranking, one, place[one.first] > place[one.second], report);
  }
  return text + fmt::format("All these ranges together hold with {:.4g} %.\n",
                            100 * ranking.level);
}

/// The analysis of variance, and Tukey's comparisons.
std::string analysis_text(const Ranking& ranking, logic::Dimension dimension) {
  const statistics::AnalysisOfVariance& analysis = *ranking.analysis;
  std::string text = fmt::format("{}: F({:.4g}, {:.4g}) = {:.4g}, {}\n",
                                 ranking.design == statistics::Design::kBlocks
                                     ? "analysis of variance in blocks"
                                     : "one-way analysis of variance",
                                 analysis.df_between, analysis.df_within,
                                 *analysis.f, p_text(*analysis.p));
  std::size_t width = 0;
  for (const logic::Performance& one : ranking.performances) {
    width = std::max(width, to_text(one).size());
  }
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

}  // namespace

std::string outcome_section(const Ranking& ranking, const Report& report,
                            Style style) {
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
  if (!ranking.ratios.empty()) text += pairs_text(ranking, order, report);
  // With one variance for all, a slow one hides what the others differ by.
  const bool shows_analysis =
      ranking.ratios.empty() || style.detail == Detail::kVerbose;
  return shows_analysis ? text + analysis_text(ranking, dimension) : text;
}

}  // namespace spl::runner
