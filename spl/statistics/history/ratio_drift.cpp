#include "spl/statistics/history/ratio_drift.hpp"

#include <cmath>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::statistics {
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
