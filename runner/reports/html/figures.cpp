#include "runner/reports/html/figures.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "runner/measuring/observations.hpp"
#include "runner/reports/html/markup.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/summary.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kBins = 32;

/// Returns a digit for a share from 0 to 1.
char digit(double share) {
  const double most = static_cast<double>(kDigits.size() - 1);
  const double place = std::clamp(share, 0.0, 1.0) * most;
  return kDigits[static_cast<std::size_t>(std::lround(place))];
}

std::string number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.4g}", *value)
                                        : std::string("null");
}

/// Returns the runs that are drawn: all or, of neighbours that share a pixel,
/// the one that is farthest from the median.
std::vector<double> drawn(const std::vector<double>& runs) {
  constexpr std::size_t kMost = 100;
  if (runs.size() <= kMost) return runs;
  const double middle = statistics::median(runs);
  std::vector<double> result;
  for (std::size_t i = 0; i < kMost; ++i) {
    const auto place = [&](std::size_t group) {
      return runs.begin() +
             static_cast<std::ptrdiff_t>(group * runs.size() / kMost);
    };
    result.push_back(*std::max_element(
        place(i), place(i + 1), [&](double one, double other) {
          return std::abs(one - middle) < std::abs(other - middle);
        }));
  }
  return result;
}

/// Returns the lowest, the highest and the digits, with commas between.
std::string run_digits(const PerformanceReport& one) {
  const std::vector<double> runs = statistics::run_statistics(
      statistics::Sample(one.measured.observations), one.statistic);
  const auto [lowest, highest] = std::ranges::minmax_element(runs);
  const double width = *highest - *lowest;
  std::string digits;
  for (const double run : drawn(runs)) {
    digits += digit(width > 0 ? (run - *lowest) / width : 0.5);
  }
  return number(*lowest) + ',' + number(*highest) + ",\"" + digits + '"';
}

/// Returns the same of a histogram.
std::string histogram_digits(const statistics::Runs& runs) {
  std::vector<double> all;
  for (const statistics::Run& run : runs) {
    all.insert(all.end(), run.begin(), run.end());
  }
  std::ranges::sort(all);
  const std::size_t left_out = all.size() / 200;
  const double lowest = all[left_out];
  const double highest = all[all.size() - 1 - left_out];
  std::vector<std::size_t> bins(kBins);
  const double width = highest - lowest;
  for (std::size_t i = left_out; i < all.size() - left_out; ++i) {
    const double share = width > 0 ? (all[i] - lowest) / width : 0.5;
    const auto bin = static_cast<std::size_t>(share * kBins);
    ++bins[std::min(bin, kBins - 1)];
  }
  const auto most = static_cast<double>(*std::ranges::max_element(bins));
  std::string digits;
  for (const std::size_t bin : bins) {
    // A bin with an observation is never empty.
    const double share = static_cast<double>(bin) / most;
    digits += digit(bin == 0 ? 0 : std::max(share, 1.0 / 63));
  }
  return number(lowest) + ',' + number(highest) + ",\"" + digits + '"';
}

/// Returns the deviations on both levels as fractions of the mean, "null" if
/// runs differ in length.
std::string variation(const PerformanceReport& one) {
  const auto levels =
      one.levels ? one.levels : runner::levels(one.measured.observations);
  if (!levels || levels->level_count() < 2) return "null,null";
  const auto found = statistics::variance_components(*levels);
  const auto fraction = [&](std::size_t level) -> std::optional<double> {
    const auto& variance = found.components[level];
    if (!variance || found.mean == 0) return std::nullopt;
    return std::sqrt(std::max(*variance, 0.0)) / std::abs(found.mean);
  };
  return number(fraction(0)) + ',' + number(fraction(1));
}

/// Returns what the figures show of a performance, after a comma; empty if it
/// failed.
std::string measured_json(const PerformanceReport& one) {
  const statistics::Runs& runs = one.measured.observations;
  if (runs.empty()) return {};
  const statistics::Summary summary = statistics::summary(runs);
  return fmt::format(",{},{},{},{},{},{}", summary.observations,
                     number(summary.median), variation(one), run_digits(one),
                     histogram_digits(runs), runs.size());
}

/// Returns the name up to the arguments that follow it.
std::string name_of(const logic::Performance& performance) {
  return to_text(performance.factory_arguments
                     ? performance
                     : without_arguments(performance));
}

}  // namespace

Figures::Figures(const Report& report) : report_(report) {
  for (std::size_t i = 0; i < report.performances.size(); ++i) {
    places_.emplace(report.performances[i].performance, i);
  }
}

void Figures::add(const RelationReport& relation) {
  const auto& layout = relation.layout;
  add_row(places_of(relation), layout ? layout->fraction : std::nullopt);
}

void Figures::add(const logic::Performance& performance) {
  const auto found = places_.find(performance);
  add_row(found == places_.end() ? std::vector<std::size_t>()
                                 : std::vector<std::size_t>{found->second},
          std::nullopt);
}

std::string Figures::json() const {
  std::map<std::string, std::size_t> ids;  // Of names with their units.
  std::string names;
  std::string performances;
  for (const std::size_t place : used_) {
    const PerformanceReport& one = report_.performances[place];
    const bool is_time = dimension(one, report_) == logic::Dimension::kTime;
    const std::string name = name_of(one.performance);
    const std::string named =
        script_string(name) + (is_time ? ",\"ns\"" : ",\"\"");
    const auto [id, is_new] = ids.try_emplace(named, ids.size());
    if (is_new) names += (names.empty() ? "[" : ",[") + named + ']';
    performances += fmt::format(
        "{}[{},{}{}]", performances.empty() ? "" : ",\n", id->second,
        script_string(to_text(one.performance).substr(name.size())),
        measured_json(one));
  }
  return "{\"names\":[" + names + "],\n\"performances\":[" + performances +
         "],\n\"rows\":[" + rows_ + "]}";
}

// The performances of a relation were measured in the same blocks: if one was
// measured in several groups, that group counts whose runs are as many.
std::vector<std::size_t> Figures::places_of(
    const RelationReport& relation) const {
  std::vector<std::size_t> result;
  const auto runs_at = [&](std::size_t place) {
    return report_.performances[place].measured.observations.size();
  };
  std::optional<std::size_t> runs;
  for (const logic::Performance& one : relation.performances) {
    const auto [first, last] = places_.equal_range(one);
    if (first != last && std::next(first) == last)
      runs = runs_at(first->second);
  }
  for (const logic::Performance& one : relation.performances) {
    const auto [first, last] = places_.equal_range(one);
    if (first == last) continue;
    const auto fitting = std::find_if(first, last, [&](const auto& place) {
      const std::size_t own = runs_at(place.second);
      return runs ? own == *runs : own >= relation.blocks;
    });
    result.push_back(fitting == last ? first->second : fitting->second);
  }
  return result;
}

void Figures::add_row(const std::vector<std::size_t>& places,
                      const std::optional<double>& layouts) {
  if (!rows_.empty()) rows_ += ',';
  rows_ += '[';
  for (const std::size_t place : places) {
    const auto [id, is_new] = ids_.try_emplace(place, used_.size());
    if (is_new) used_.push_back(place);
    rows_ += std::to_string(id->second) + ',';
  }
  rows_ += number(layouts) + ']';
}

namespace {

/// Changes below it are about in proportion.
constexpr double kSmall = 0.02;
constexpr double kFarthest = 16;

double stretched(double ratio) { return std::asinh(std::log(ratio) / kSmall); }

std::string bar_of(const PlottedRatio& ratio, double y) {
  if (!ratio.lower || !ratio.upper) return {};
  return fmt::format("M{:.4g} {}H{:.4g}", place_on_scale(*ratio.lower), y,
                     place_on_scale(*ratio.upper));
}

/// A line without length is a dot, for it ends round.
std::string mark_of(const PlottedRatio& ratio, double y, int height) {
  return fmt::format("M{:.4g} {}v{}", place_on_scale(ratio.estimate), y,
                     height);
}

}  // namespace

double place_on_scale(double ratio) {
  constexpr double kMiddle = kPlotWidth / 2;
  constexpr double kMargin = 4;
  if (!(ratio > 0)) return kMargin;
  const double reached =
      std::clamp(stretched(ratio) / stretched(kFarthest), -1.0, 1.0);
  return kMiddle + (kMiddle - kMargin) * reached;
}

std::string interval_plot(const std::optional<PlottedRatio>& first,
                          const std::optional<PlottedRatio>& second) {
  if (!first && !second) return {};
  std::string text = "<svg viewBox=\"0 0 200 18\">";
  if (first) {
    constexpr double kHeight = 6;
    text += fmt::format("<path d=\"{}\"/><path class=k d=\"{}\"/>",
                        bar_of(*first, kHeight), mark_of(*first, kHeight, 0));
  }
  if (second) {
    constexpr double kHeight = 14;
    text += fmt::format("<path class=n d=\"{}{}\"/>", bar_of(*second, kHeight),
                        mark_of(*second, kHeight - 3, 6));
  }
  return text + "</svg>";
}

std::string plot_scale() {
  static constexpr std::pair<double, std::string_view> kTicks[] = {
      {0.5, "0.5"}, {0.9, "0.9"}, {1, "1"}, {1.1, "1.1"}, {2, "2"}};
  std::string text = "<svg viewBox=\"0 0 200 18\" aria-hidden=true>";
  for (const auto& [ratio, label] : kTicks) {
    text += fmt::format("<text x={:.4g} y=13>{}</text>", place_on_scale(ratio),
                        label);
  }
  return text + "</svg>";
}

}  // namespace spl::runner
