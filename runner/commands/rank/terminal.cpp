#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "runner/commands/rank/ranking.hpp"
#include "runner/reports/quotient_text.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {
namespace {

/// Returns the order of means: the least first, or the largest of a rate.
std::vector<std::size_t> best_first(const std::vector<double>& means,
                                    const std::string& metric) {
  const double sign = is_rate(metric) ? -1 : 1;
  std::vector<std::size_t> order(means.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t left, std::size_t right) {
    return sign * means[left] < sign * means[right];
  });
  return order;
}

/// The quotient of one performance over another, from the pair of both.
struct PairQuotient : MeasuredQuotient {
  double p = 1;
};

std::optional<PairQuotient> quotient_of(const Ranking& ranking,
                                        std::size_t left, std::size_t right) {
  for (const statistics::PairRatio& one : ranking.ratios) {
    if (one.first == left && one.second == right) {
      return PairQuotient{{one.ratio, one.lower, one.upper}, one.p};
    }
    if (one.first == right && one.second == left) {
      return PairQuotient{{1 / one.ratio, 1 / one.upper, 1 / one.lower}, one.p};
    }
  }
  return std::nullopt;
}

/// All pairs, from the first place down.
std::string pairs_text(const Ranking& ranking,
                       const std::vector<std::size_t>& order, Compared what) {
  std::string text;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const auto found = quotient_of(ranking, order[i], order[j]);
      if (!found) continue;
      const QuotientText said = quotient_text(*found, what);
      text += fmt::format("  {}  {}  {}  ({}), {}\n",
                          to_text(ranking.performances[order[i]]), said.words,
                          to_text(ranking.performances[order[j]]), said.range,
                          p_text(found->p));
    }
  }
  return text;
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

/// The command itself, or the performance as formulas write it.
std::string shown_name(const logic::Performance& one) {
  const bool is_command = one.method == "command" && one.arguments.size() == 1;
  if (is_command) {
    if (const auto* word = std::get_if<std::string>(&one.arguments.front())) {
      return foreign_name(*word);
    }
  }
  return foreign_name(to_text(one));
}

/// The runs of each with which an open pair is likely to be told apart; 0 if
/// that is out of reach.
double runs_to_tell(const MeasuredQuotient& found, std::size_t runs) {
  const double half = std::log(found.upper / found.lower) / 2;
  const double distance = std::abs(std::log(found.estimate));
  const double times = distance > 0 ? half / distance : 1e9;
  const double needed = 1.2 * static_cast<double>(runs) * times * times;
  if (!(needed < 10000)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(needed)) - 1);
  return std::ceil(needed / unit) * unit;
}

/// The best in the order from which the i-th is not told apart, or itself.
std::size_t first_alike(const Ranking& ranking,
                        const std::vector<std::size_t>& order, std::size_t i) {
  for (std::size_t j = 0; j < i; ++j) {
    const auto found = quotient_of(ranking, order[i], order[j]);
    if (found && found->is_open()) return j;
  }
  return i;
}

/// The places, from the best on, each compared with the first.
std::string places_text(const Ranking& ranking,
                        const std::vector<std::size_t>& order,
                        const Report& report) {
  const logic::Dimension dimension = report.quantity.dimension;
  const Compared what = compared(report.quantity.metric, dimension);
  const std::size_t best = order.front();
  const double mean = ranking.analysis->means[best];
  std::vector<std::size_t> places;
  std::vector<std::vector<std::string>> lines;
  std::string first = shown_name(ranking.performances[best]);
  std::string equal;
  double runs = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t one = order[i];
    const std::string name = shown_name(ranking.performances[one]);
    const std::size_t alike = first_alike(ranking, order, i);
    places.push_back(alike < i ? places[alike] : i + 1);
    std::string amount_shown = digits_of(mean, dimension, kUsualDigits);
    std::string note;
    if (const auto found = quotient_of(ranking, one, best); i > 0 && found) {
      const QuotientText text = quotient_text(*found, what);
      const std::string range =
          text.range.empty() ? "" : " (" + text.range + ')';
      const double amount = std::isfinite(found->estimate)
                                ? mean * found->estimate
                                : ranking.analysis->means[one];
      amount_shown = digits_of(amount, dimension,
                               digits_for(amount, mean, dimension, text).left);
      if (found->is_open()) {
        note = fmt::format("not told apart from {}{}", first, range);
        equal += " or " + name;
        const double own = runs_to_tell(*found, ranking.runs[one].size());
        runs = own == 0 || runs < 0 ? -1 : std::max(runs, own);
      } else {
        note = fmt::format("{} {}{}", text.words, first, range);
      }
    } else if (i > 0) {
      amount_shown =
          digits_of(ranking.analysis->means[one], dimension, kUsualDigits);
    }
    lines.push_back(
        {"  ", std::to_string(places[i]), amount_shown, name, note});
  }
  std::string text;
  for (const std::string& one : aligned(lines, "lrrll")) text += one + '\n';
  const char* word = what == Compared::kTime   ? "fastest: "
                     : what == Compared::kRate ? "highest: "
                                               : "least: ";
  text += word + first + equal;
  const bool are_counted = report.settings.data.empty() && runs > 0;
  if (are_counted) text += fmt::format("; try --runs {:.0f} to tell", runs);
  return text + '\n';
}

}  // namespace

std::string Ranking::section(const Report& report, const Style& style) const {
  if (!analysis) {
    return "no ranking: " + foreign_text(failure.empty() ? refusal : failure) +
           '\n' + time_text(report) + ".\n";
  }
  const logic::Dimension dimension = report.quantity.dimension;
  const std::vector<std::size_t> order =
      best_first(analysis->means, report.quantity.metric);
  std::string text = places_text(*this, order, report);
  if (!analysis->f) {
    text += design == statistics::Design::kBlocks
                ? "the differences do not vary from block to block: compare "
                  "the means\n"
                : "nothing varies inside the performances: compare their "
                  "means\n";
  } else {
    const bool is_verbose = style.detail == Detail::kVerbose;
    if (is_verbose && !ratios.empty()) {
      text +=
          pairs_text(*this, order, compared(report.quantity.metric, dimension));
    }
    // With one variance for all, a slow one hides what the others differ by.
    if (is_verbose || ratios.empty()) {
      text += analysis_text(*this, dimension);
    }
  }
  text += counted(runs.front().size(), "run") + " of each, " +
          time_text(report) + '.';
  if (analysis->f && !ratios.empty()) {
    text += fmt::format(
        " All ranges together cover the true values in at least {:.4g}% of "
        "reports.",
        100 * level);
  }
  return text + '\n';
}

}  // namespace spl::runner
