#include "spl/statistics/history/ratio_series.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::statistics {
namespace {

// As for blocks: of fewer, the clipped ones leave too few degrees of freedom.
constexpr std::size_t kFewestClipped = 8;

struct Interval {
  double lower = 1;
  double upper = 1;
};

/// Estimates the centre of at least two log ratios.
Estimate centre(std::span<const double> log_ratios) {
  BlockContrasts distances;
  const double middle = median(log_ratios);
  for (const double one : log_ratios) {
    distances.excesses.push_back(one - middle);
  }
  Estimate result = log_ratios.size() >= kFewestClipped
                        ? clipped_mean_of(distances)
                        : mean_of(distances);
  result.value += middle;
  return result;
}

Estimate difference(const Estimate& after, const Estimate& before) {
  Estimate result;
  result.value = after.value - before.value;
  result.variance = after.variance + before.variance;
  if (result.variance == 0) return result;
  const double share = after.variance / result.variance;
  result.df =
      1 / (share * share / after.df + (1 - share) * (1 - share) / before.df);
  return result;
}

Interval interval(const Estimate& log_ratio, double confidence) {
  const double half_width =
      student_quantile((1 - confidence) / 2, log_ratio.df) *
      std::sqrt(log_ratio.variance);
  return {std::exp(log_ratio.value - half_width),
          std::exp(log_ratio.value + half_width)};
}

RatioLevel level(const Estimate& log_ratio, std::size_t points,
                 double confidence) {
  const Interval limits = interval(log_ratio, confidence);
  return {points, std::exp(log_ratio.value), limits.lower, limits.upper};
}

}  // namespace

RatioSeries::RatioSeries(std::vector<RatioPoint> points)
    : points_(std::move(points)) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const RatioPoint& one = points_[i];
    const std::string name =
        "point " + std::to_string(i + 1) + " of the series";
    if (!std::isfinite(one.ratio) || one.ratio <= 0) {
      throw std::invalid_argument(
          name + " has a ratio that is not above 0 and finite");
    }
    if (!(one.lower <= one.ratio && one.ratio <= one.upper)) {
      throw std::invalid_argument(name + " has a ratio outside its interval");
    }
    if (i > 0 && one.position <= points_[i - 1].position) {
      throw std::invalid_argument(name + " is not after the one before it");
    }
  }
}

std::vector<double> RatioSeries::log_ratios() const {
  std::vector<double> result;
  result.reserve(points_.size());
  for (const RatioPoint& one : points_) result.push_back(std::log(one.ratio));
  return result;
}

std::vector<RatioChange> ratio_changes(const RatioSeries& series,
                                       const RatioChangeSettings& settings) {
  const double confidence = settings.confidence;
  if (!(confidence > 0 && confidence < 1)) {
    throw std::invalid_argument(
        "a confidence must be between 0 and 1, but is " +
        std::to_string(confidence));
  }
  const std::vector<double> logs = series.log_ratios();
  const auto found = change_points(logs, settings.search);
  std::vector<RatioChange> result;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t at = found[i].at;
    const std::size_t end =
        i + 1 < found.size() ? found[i + 1].at : logs.size();
    const std::span<const double> all(logs);
    const Estimate before = centre(all.subspan(begin, at - begin));
    const Estimate after = centre(all.subspan(at, end - at));
    const Estimate between = difference(after, before);
    const Interval limits = interval(between, confidence);
    result.push_back({series.points()[at - 1].position,
                      series.points()[at].position, found[i].p,
                      level(before, at - begin, confidence),
                      level(after, end - at, confidence),
                      std::exp(between.value), limits.lower, limits.upper});
    begin = at;
  }
  return result;
}

namespace {

/// A straight line through points, by least squares.
struct Line {
  double slope = 0;
  double deviation = 0;  ///< The standard deviation of the slope.
};

Line line_through(std::span<const RatioPoint> points,
                  std::span<const double> values) {
  const auto count = static_cast<double>(points.size());
  double mean_place = 0;
  double mean_value = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    mean_place += static_cast<double>(points[i].position) / count;
    mean_value += values[i] / count;
  }
  double spread = 0;
  double common = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double place = static_cast<double>(points[i].position) - mean_place;
    spread += place * place;
    common += place * (values[i] - mean_value);
  }
  Line line{common / spread};
  double rest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double place = static_cast<double>(points[i].position) - mean_place;
    const double off = values[i] - mean_value - line.slope * place;
    rest += off * off;
  }
  line.deviation = std::sqrt(rest / (count - 2) / spread);
  return line;
}

}  // namespace

std::optional<RatioDrift> ratio_drift(std::span<const RatioPoint> points,
                                      double confidence) {
  std::vector<double> values;
  for (const RatioPoint& one : points) values.push_back(std::log(one.ratio));
  const auto found = trend(values);
  if (!found) return std::nullopt;
  const Line line = line_through(points, values);
  const auto length =
      static_cast<double>(points.back().position - points.front().position);
  const double margin =
      line.deviation * student_quantile((1 - confidence) / 2,
                                        static_cast<double>(points.size() - 2));
  return RatioDrift{std::exp(line.slope * length),
                    std::exp((line.slope - margin) * length),
                    std::exp((line.slope + margin) * length), found->p};
}

}  // namespace spl::statistics
