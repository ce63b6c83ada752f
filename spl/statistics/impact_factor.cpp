#include "spl/statistics/impact_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/random_stream.hpp"

namespace spl::statistics {
namespace {

// Moves `chosen` distinct indices, uniformly drawn, to the front.
void shuffle_front(std::vector<std::size_t>& indices, std::size_t chosen,
                   RandomStream& random) {
  for (std::size_t i = 0; i < chosen; ++i) {
    std::swap(indices[i], indices[i + random.below(indices.size() - i)]);
  }
}

std::vector<std::size_t> indices_up_to(std::size_t count) {
  std::vector<std::size_t> indices(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

double variance_across(const Sample& sample, std::size_t chosen,
                       RandomStream& random) {
  std::vector<std::size_t> runs = indices_up_to(sample.run_count());
  shuffle_front(runs, chosen, random);
  std::vector<double> observations;
  for (std::size_t i = 0; i < chosen; ++i) {
    const auto& run = sample.runs()[runs[i]];
    observations.push_back(run[random.below(run.size())]);
  }
  return moments(observations).variance();
}

double variance_inside(const Sample& sample, std::size_t chosen,
                       RandomStream& random) {
  const auto& run = sample.runs()[random.below(sample.run_count())];
  std::vector<std::size_t> places = indices_up_to(run.size());
  shuffle_front(places, chosen, random);
  std::vector<double> observations;
  for (std::size_t i = 0; i < chosen; ++i) {
    observations.push_back(run[places[i]]);
  }
  return moments(observations).variance();
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  if (values.size() % 2 == 1 || values[half - 1] == values[half]) {
    return values[half];
  }
  return (values[half - 1] + values[half]) / 2;
}

std::optional<double> median_ratio(const Sample& sample, std::size_t chosen,
                                   const ImpactFactorOptions& options) {
  std::vector<double> ratios;
  ratios.reserve(options.repetitions);
  for (std::size_t i = 0; i < options.repetitions; ++i) {
    RandomStream random(options.seed, i);
    const double across = variance_across(sample, chosen, random);
    const double inside = variance_inside(sample, chosen, random);
    if (inside > 0) {
      ratios.push_back(std::sqrt(across / inside));
    } else if (across > 0) {
      ratios.push_back(std::numeric_limits<double>::infinity());
    }
  }
  return median(std::move(ratios));
}

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
  const auto original = median_ratio(sample, chosen, options);
  const auto transformed =
      median_ratio(without_run_means(sample), chosen, options);
  if (!original || !transformed) return std::nullopt;
  return ImpactFactor{*original, *transformed};
}

}  // namespace spl::statistics
