#include "spl/statistics/history/energy_split.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace spl::statistics {
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
