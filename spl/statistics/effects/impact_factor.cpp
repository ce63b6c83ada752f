#include "spl/statistics/effects/impact_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/random_stream.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

struct Place {
  std::size_t run;
  std::size_t observation;
};

// The draws of one repetition: observations of distinct runs, and distinct
// observations of one run.
class Draw {
 public:
  Draw(const Sample& sample, std::size_t chosen)
      : sample_(sample),
        chosen_(chosen),
        across_(chosen),
        inside_(chosen),
        taken_(chosen) {}

  void again(RandomStream& random) {
    draw_front(sample_.run_count(), random);
    for (std::size_t i = 0; i < chosen_; ++i) {
      across_[i] = {order_[i], random.below(size_of(order_[i]))};
    }
    const std::size_t run = random.below(sample_.run_count());
    draw_front(size_of(run), random);
    for (std::size_t i = 0; i < chosen_; ++i) {
      inside_[i] = {run, order_[i]};
    }
  }

  /// Returns the quotient of the standard deviations of a sample with the same
  /// sizes; absent if nothing varies.
  std::optional<double> ratio(const Sample& sample) {
    const double across = variance(sample, across_);
    const double inside = variance(sample, inside_);
    if (inside > 0) return std::sqrt(across / inside);
    if (across > 0) return std::numeric_limits<double>::infinity();
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::size_t size_of(std::size_t run) const {
    return sample_.runs()[run].size();
  }

  // Draws `chosen` distinct indices below `count`, uniformly.
  void draw_front(std::size_t count, RandomStream& random) {
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t i = 0; i < chosen_; ++i) {
      std::swap(order_[i], order_[i + random.below(count - i)]);
    }
  }

  double variance(const Sample& sample, const std::vector<Place>& places) {
    for (std::size_t i = 0; i < chosen_; ++i) {
      taken_[i] = sample.runs()[places[i].run][places[i].observation];
    }
    return moments(taken_).variance();
  }

  const Sample& sample_;
  std::size_t chosen_;
  std::vector<Place> across_;
  std::vector<Place> inside_;
  std::vector<std::size_t> order_;  // Distinct indices, the drawn ones first.
  std::vector<double> taken_;
};

Sample without_run_means(const Sample& sample) {
  Runs runs;
  for (const Run& run : sample.runs()) {
    const Moments inside = moments(run);
    std::vector<double> centred;
    for (const double observation : run) {
      centred.push_back((observation - inside.offset) - inside.excess);
    }
    runs.emplace_back(std::move(centred));
  }
  return Sample(std::move(runs));
}

}  // namespace

std::optional<ImpactFactor> impact_factor(const Sample& sample,
                                          const ImpactFactorOptions& options) {
  const std::size_t chosen =
      options.chosen != 0
          ? options.chosen
          : std::max<std::size_t>(2, sample.run_count() * 3 / 4);
  if (chosen < 2 || chosen > sample.run_count()) return std::nullopt;
  for (const auto& run : sample.runs()) {
    if (chosen > run.size()) return std::nullopt;
  }
  const Sample centred = without_run_means(sample);
  Draw draw(sample, chosen);
  std::vector<double> ratios;
  std::vector<double> centred_ratios;
  for (std::size_t i = 0; i < options.repetitions; ++i) {
    RandomStream random(options.seed, i);
    draw.again(random);
    if (const auto ratio = draw.ratio(sample)) ratios.push_back(*ratio);
    if (const auto ratio = draw.ratio(centred)) {
      centred_ratios.push_back(*ratio);
    }
  }
  if (ratios.empty() || centred_ratios.empty()) return std::nullopt;
  return ImpactFactor{median(ratios), median(centred_ratios)};
}

}  // namespace spl::statistics
