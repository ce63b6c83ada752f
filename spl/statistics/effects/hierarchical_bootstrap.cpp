#include "spl/statistics/effects/hierarchical_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spl/statistics/random_stream.hpp"
#include "spl/statistics/shares.hpp"

namespace spl::statistics {
namespace {

// Draws as many values as there are and returns their mean.
double resampled_mean(std::span<const double> values, RandomStream& random) {
  double sums[2] = {0, 0};
  for (std::size_t i = 1; i < values.size(); i += 2) {
    const auto [one, other] = random.two_below(values.size());
    sums[0] += values[one];
    sums[1] += values[other];
  }
  if (values.size() % 2 == 1) sums[0] += values[random.below(values.size())];
  return (sums[0] + sums[1]) / static_cast<double>(values.size());
}

// Draws as many items of `level` as there are, each resampled itself.
double resampled_mean(const Hierarchy& data, std::size_t level,
                      std::span<const double> values, RandomStream& random) {
  if (level == 1) return resampled_mean(values, random);
  const std::size_t count = data.count(level);
  const std::size_t size = values.size() / count;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t item = random.below(count);
    sum += resampled_mean(data, level - 1, values.subspan(item * size, size),
                          random);
  }
  return sum / static_cast<double>(count);
}

double resampled_mean(const Hierarchy& data, RandomStream& random) {
  return resampled_mean(data, data.level_count(), data.values(), random);
}

void require_options(const BootstrapOptions& options) {
  if (!(options.level > 0 && options.level < 1)) {
    throw std::invalid_argument(
        "a confidence must be between 0 and 1, but is " +
        std::to_string(options.level));
  }
  if (options.replicates == 0) {
    throw std::invalid_argument("a bootstrap needs replicates");
  }
}

// inf{x : F(x) >= p} of the replicates. The product may be a rounding error
// above a whole number, such as 1000 * 0.975.
double percentile(const std::vector<double>& sorted, double p) {
  const double rank =
      std::ceil(p * static_cast<double>(sorted.size()) * (1 - 1e-12));
  const double last = static_cast<double>(sorted.size());
  return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, last)) - 1];
}

/// Draws each replicate by a stream of its own.
template <typename Draw>
std::vector<double> drawn(const BootstrapOptions& options, const Draw& draw) {
  require_options(options);
  std::vector<double> replicates(options.replicates);
  in_shares(replicates.size(), 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      RandomStream random(options.seed, i);
      replicates[i] = draw(random);
    }
  });
  return replicates;
}

BootstrapInterval percentile_interval(std::vector<double> replicates,
                                      double level) {
  std::ranges::sort(replicates);
  const double outside = (1 - level) / 2;
  return {percentile(replicates, outside), percentile(replicates, 1 - outside)};
}

}  // namespace

BootstrapInterval bootstrap_mean(const Hierarchy& data,
                                 const BootstrapOptions& options) {
  return percentile_interval(
      drawn(options,
            [&](RandomStream& random) { return resampled_mean(data, random); }),
      options.level);
}

std::optional<BootstrapInterval> bootstrap_ratio(
    const Hierarchy& new_data, const Hierarchy& old_data,
    const BootstrapOptions& options) {
  // NaN if there is no ratio.
  std::vector<double> replicates = drawn(options, [&](RandomStream& random) {
    const double above = resampled_mean(new_data, random);
    const double below = resampled_mean(old_data, random);
    return below > 0 ? above / below : std::nan("");
  });
  if (std::ranges::any_of(replicates,
                          [](double ratio) { return std::isnan(ratio); })) {
    return std::nullopt;
  }
  return percentile_interval(std::move(replicates), options.level);
}

}  // namespace spl::statistics
