#include "spl/statistics/history/change_points.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "spl/statistics/random_stream.hpp"

namespace spl::statistics {
namespace {

// Orders whose sums differ by rounding alone have the same Q.
constexpr double kRounding = 1e-9;

struct Segment {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Returns how many orders may have a Q as large as that of a change point.
std::size_t most_as_large(const ChangePointSettings& settings) {
  // A level such as 0.01 is not a binary fraction.
  const double of_all = settings.level *
                        static_cast<double>(settings.permutations + 1) *
                        (1 + kRounding);
  if (of_all < 1) {
    throw std::invalid_argument(
        std::to_string(settings.permutations) +
        " permutations cannot give a p of " + std::to_string(settings.level) +
        ": their least is 1/" + std::to_string(settings.permutations + 1));
  }
  return static_cast<std::size_t>(of_all) - 1;
}

void require(std::span<const double> series,
             const ChangePointSettings& settings) {
  if (!(settings.level > 0 && settings.level < 1)) {
    throw std::invalid_argument(
        "the level of change points must be between 0 and 1, but is " +
        std::to_string(settings.level));
  }
  if (settings.shortest < 2) {
    throw std::invalid_argument(
        "a segment between change points needs at least 2 values");
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (!std::isfinite(series[i])) {
      throw std::invalid_argument("value " + std::to_string(i + 1) +
                                  " of the series is not a finite number");
    }
  }
}

/// Brings the largest number near 1 by a power of 2, so that no sum overflows.
/// Returns the exponent taken off.
int scale(std::vector<double>& series) {
  double largest = 0;
  for (const double value : series) {
    largest = std::max(largest, std::abs(value));
  }
  if (largest == 0) return 0;
  const int exponent = std::ilogb(largest);
  for (double& value : series) value = std::ldexp(value, -exponent);
  return exponent;
}

/// Puts each lane of a segment into a random order.
void shuffle(std::vector<Lanes>& orders, RandomStream& random) {
  for (std::size_t lane = 0; lane < Lanes{}.size(); ++lane) {
    for (std::size_t i = orders.size(); i > 1; --i) {
      std::swap(orders[i - 1][lane], orders[random.below(i)][lane]);
    }
  }
}

/// Tests whether a segment changes, and where.
std::optional<ChangePoint> change(std::span<const double> series,
                                  const Segment& segment, std::size_t most,
                                  const ChangePointSettings& settings) {
  const auto values =
      series.subspan(segment.begin, segment.end - segment.begin);
  const EnergySplit best = best_energy_split(values, settings.shortest);
  const double as_large = best.statistic - kRounding * std::abs(best.statistic);
  std::vector<Lanes> orders(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) orders[i].fill(values[i]);
  RandomStream random(settings.seed,
                      (std::uint64_t{segment.begin} << 32) | segment.end);
  std::size_t count = 0;
  for (std::size_t done = 0; done < settings.permutations;) {
    shuffle(orders, random);
    for (const double found : largest_energy(orders, settings.shortest)) {
      if (done == settings.permutations) break;
      ++done;
      if (found >= as_large && ++count > most) return std::nullopt;
    }
  }
  return ChangePoint{segment.begin + best.at, best.statistic,
                     static_cast<double>(count + 1) /
                         static_cast<double>(settings.permutations + 1)};
}

}  // namespace

std::vector<ChangePoint> change_points(std::span<const double> series,
                                       const ChangePointSettings& settings) {
  require(series, settings);
  const std::size_t most = most_as_large(settings);
  std::vector<double> scaled(series.begin(), series.end());
  const int exponent = scale(scaled);
  std::vector<ChangePoint> result;
  std::vector<Segment> open{{0, scaled.size()}};
  while (!open.empty()) {
    const Segment segment = open.back();
    open.pop_back();
    if (segment.end - segment.begin < 2 * settings.shortest) continue;
    const auto found = change(scaled, segment, most, settings);
    if (!found) continue;
    result.push_back(*found);
    open.push_back({segment.begin, found->at});
    open.push_back({found->at, segment.end});
  }
  for (ChangePoint& one : result) {
    one.statistic = std::ldexp(one.statistic, exponent);
  }
  std::ranges::sort(result,
                    [](const auto& a, const auto& b) { return a.at < b.at; });
  return result;
}

namespace {

/// Sums of the distances inside parts of series, as Y grows by one number at a
/// time. With S(X) and S(Y) those inside the parts, k = m+n and S(all) those of
/// both, the distances between X and Y add up to S(all) - S(X) - S(Y), and
///
///     Q = 2/k (S(all) - (k-1) (S(X)/(m-1) + S(Y)/(n-1)))
///
/// so that for a given end the split with the least dispersion is the best.
class PartSums {
 public:
  explicit PartSums(std::span<const Lanes> series)
      : series_(series),
        from_(series.size()),
        before_(series.size() + 1),
        inverse_(series.size() + 1) {
    for (std::size_t i = 1; i < inverse_.size(); ++i) {
      inverse_[i] = 1 / static_cast<double>(i);
    }
  }

  /// The end of Y, after at least one extension.
  [[nodiscard]] std::size_t end() const { return end_; }

  [[nodiscard]] bool extend() {
    if (end_ == series_.size()) return false;
    const Lanes added = series_[end_];
    Lanes to_added{};
    for (std::size_t at = end_; at-- > 0;) {
      for (std::size_t i = 0; i < added.size(); ++i) {
        to_added[i] += std::abs(series_[at][i] - added[i]);
        from_[at][i] += to_added[i];
      }
    }
    ++end_;
    for (std::size_t i = 0; end_ > 1 && i < added.size(); ++i) {
      before_[end_][i] = from_[0][i] * inverse_[end_ - 1];
    }
    return true;
  }

  /// S(X)/(m-1) + S(Y)/(n-1), Y beginning at `at`.
  [[nodiscard]] Lanes dispersion(std::size_t at) const {
    Lanes result;
    const double inverse = inverse_[end_ - at - 1];
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = before_[at][i] + from_[at][i] * inverse;
    }
    return result;
  }

  /// Q of each series at its dispersion.
  [[nodiscard]] Lanes statistics(const Lanes& dispersion) const {
    Lanes result;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double others = static_cast<double>(end_ - 1) * dispersion[i];
      result[i] = 2 * inverse_[end_] * (from_[0][i] - others);
    }
    return result;
  }

 private:
  std::span<const Lanes> series_;
  std::size_t end_ = 0;
  std::vector<Lanes> from_;    // S of all from an index to the end.
  std::vector<Lanes> before_;  // S(X)/(m-1) by m.
  std::vector<double> inverse_;
};

Lanes filled(double number) {
  Lanes result;
  result.fill(number);
  return result;
}

}  // namespace

EnergySplit best_energy_split(std::span<const double> series,
                              std::size_t shortest) {
  assert(shortest >= 2 && series.size() >= 2 * shortest);
  std::vector<Lanes> equal;
  for (const double value : series) equal.push_back(filled(value));
  EnergySplit best{-std::numeric_limits<double>::infinity(), 0};
  PartSums sums(equal);
  while (sums.extend()) {
    for (std::size_t at = shortest; at + shortest <= sums.end(); ++at) {
      const double found = sums.statistics(sums.dispersion(at)).front();
      if (found > best.statistic) best = {found, at};
    }
  }
  return best;
}

Lanes largest_energy(std::span<const Lanes> series, std::size_t shortest) {
  assert(shortest >= 2 && series.size() >= 2 * shortest);
  Lanes largest = filled(-std::numeric_limits<double>::infinity());
  PartSums sums(series);
  while (sums.extend()) {
    if (sums.end() < 2 * shortest) continue;
    Lanes least = filled(std::numeric_limits<double>::max());
    for (std::size_t at = shortest; at + shortest <= sums.end(); ++at) {
      const Lanes dispersion = sums.dispersion(at);
      for (std::size_t i = 0; i < least.size(); ++i) {
        least[i] = std::min(least[i], dispersion[i]);
      }
    }
    const Lanes found = sums.statistics(least);
    for (std::size_t i = 0; i < largest.size(); ++i) {
      largest[i] = std::max(largest[i], found[i]);
    }
  }
  return largest;
}

}  // namespace spl::statistics
