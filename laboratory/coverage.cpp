// Kalibera and Jones, "Quantifying Performance Changes with Effect Size
// Confidence Intervals", section 8.4 and table 8.5, repeated on simulated data:
// tables in Markdown, as in laboratory.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/fieller.hpp"
#include "spl/statistics/effects/hierarchical_bootstrap.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/parallel.hpp"
#include "laboratory/simulated_runs.hpp"

namespace {

using namespace spl::statistics;
using spl::bench::Deviations;

constexpr double kLevel = 0.95;
constexpr double kRatio = 0.95;

/// Standard deviations in percent of the mean.
struct Spread {
  double binaries;
  double executions;
  double measurements;
};

Hierarchy simulate(const Spread& spread, double mean,
                   const std::vector<std::size_t>& counts, Deviations& draw) {
  std::vector<double> values;
  for (std::size_t i = 0; i < counts[2]; ++i) {
    const double binary = 100 + spread.binaries * draw.normal();
    for (std::size_t j = 0; j < counts[1]; ++j) {
      const double execution = binary + spread.executions * draw.normal();
      for (std::size_t k = 0; k < counts[0]; ++k) {
        values.push_back(
            mean * (execution + spread.measurements * draw.normal()) / 100);
      }
    }
  }
  return Hierarchy(counts, std::move(values));
}

// --- Section 8.4 -------------------------------------------------------------

constexpr Spread kSpread = {3.4, 8.2, 1.4};

bool covers(const FiellerSet& set) {
  return set.kind == FiellerSet::Kind::kBounded && set.lower <= kRatio &&
         kRatio <= set.upper;
}

bool covers(const BootstrapInterval& interval) {
  return interval.lower <= kRatio && kRatio <= interval.upper;
}

// Shares of intervals that hold the true ratio, in percent.
struct Coverage {
  double fieller = 0;
  double satterthwaite = 0;
  double normal_quantile = 0;
};

// The means of binaries, each of `lower` executions of `lower` measurements.
// They are normal themselves, so they are drawn as such, and the intervals see
// nothing else.
Hierarchy binary_means(double mean, std::size_t binaries, double lower,
                       Deviations& draw) {
  const double sd = std::sqrt(std::pow(kSpread.binaries, 2) +
                              std::pow(kSpread.executions, 2) / lower +
                              std::pow(kSpread.measurements / lower, 2));
  return simulate({sd, 0, 0}, mean, {1, 1, binaries}, draw);
}

FiellerSet fieller_with_z(const Hierarchy& fresh, const Hierarchy& old) {
  const auto pair_part = [](const Hierarchy& data) {
    const VarianceComponents parts = variance_components(data);
    return std::pair{parts.mean, *parts.observed.back() /
                                     static_cast<double>(data.count(3))};
  };
  const auto [new_mean, new_variance] = pair_part(fresh);
  const auto [old_mean, old_variance] = pair_part(old);
  return fieller({new_mean, new_variance, old_mean, old_variance, 0},
                 normal_quantile((1 - kLevel) / 2));
}

Coverage fieller_coverage(std::size_t binaries) {
  constexpr int kExperiments = 40000;
  constexpr double kShare = 100.0 / kExperiments;
  constexpr double kLower = 100;
  Coverage coverage;
  Deviations draw(binaries);
  for (int i = 0; i < kExperiments; ++i) {
    const Hierarchy old = binary_means(1, binaries, kLower, draw);
    const Hierarchy fresh = binary_means(kRatio, binaries, kLower, draw);
    const auto in = [&](FiellerForm form) {
      return covers(fieller(fresh, old, kLevel, form)) ? kShare : 0;
    };
    coverage.fieller += in(FiellerForm::kEqualCounts);
    coverage.satterthwaite += in(FiellerForm::kSatterthwaite);
    if (covers(fieller_with_z(fresh, old))) coverage.normal_quantile += kShare;
  }
  return coverage;
}

// Resampling all levels, or all measurements as if there were one.
struct BootstrapCoverage {
  double all_levels = 0;
  double flat = 0;
};

Hierarchy flat(const Hierarchy& data) {
  return Hierarchy({data.values().size()},
                   {data.values().begin(), data.values().end()});
}

BootstrapCoverage bootstrap_coverage(std::size_t binaries) {
  constexpr int kExperiments = 1000;
  constexpr double kShare = 100.0 / kExperiments;
  BootstrapCoverage coverage;
  Deviations draw(binaries);
  const std::vector<std::size_t> counts = {10, 10, binaries};
  for (int i = 0; i < kExperiments; ++i) {
    const Hierarchy old = simulate(kSpread, 1, counts, draw);
    const Hierarchy fresh = simulate(kSpread, kRatio, counts, draw);
    const BootstrapOptions options = {kLevel, 1000, std::uint64_t(i)};
    if (covers(bootstrap_ratio(fresh, old, options).value())) {
      coverage.all_levels += kShare;
    }
    if (covers(bootstrap_ratio(flat(fresh), flat(old), options).value())) {
      coverage.flat += kShare;
    }
  }
  return coverage;
}

// The figure is to lie in the published range, give or take a percent point.
bool within(const std::string& figure, double measured, double low,
            double high) {
  const std::string name = figure + " in %";
  const bool high_enough = spl::bench::report(name.c_str(), measured, low - 1,
                                              spl::bench::Goal::kAtLeast);
  const bool low_enough = spl::bench::report(name.c_str(), measured, high + 1);
  return high_enough && low_enough;
}

bool repeat_section_8_4() {
  constexpr std::array<std::size_t, 6> kBinaries = {3, 5, 10, 15, 20, 50};
  std::array<Coverage, kBinaries.size()> intervals;
  std::array<BootstrapCoverage, kBinaries.size()> bootstraps;
  spl::bench::in_parallel(kBinaries.size(), [&](std::size_t i) {
    const std::size_t largest_first = kBinaries.size() - 1 - i;
    const std::size_t binaries = kBinaries[largest_first];
    intervals[largest_first] = fieller_coverage(binaries);
    bootstraps[largest_first] = bootstrap_coverage(binaries);
  });
  std::printf(
      "\n| binaries | Fieller | Fieller, Satterthwaite | Fieller with z "
      "| RRR bootstrap | flat bootstrap |\n|---|---|---|---|---|---|\n");
  for (std::size_t i = 0; i < kBinaries.size(); ++i) {
    std::printf("| %zu | %.1f | %.1f | %.1f | %.1f | %.1f |\n", kBinaries[i],
                intervals[i].fieller, intervals[i].satterthwaite,
                intervals[i].normal_quantile, bootstraps[i].all_levels,
                bootstraps[i].flat);
  }
  std::printf("\n");
  const auto& [of_3, of_5, of_10, of_15, of_20, of_50] = intervals;
  bool met = within("coverage, 3 binaries", of_3.fieller, 99, 99);
  met &= within("coverage, 10 binaries", of_10.fieller, 95, 98);
  met &= within("coverage, 20 binaries", of_20.fieller, 95, 97);
  met &= within("coverage, 50 binaries", of_50.fieller, 95, 96);
  met &= within("coverage with z, 3 binaries", of_3.normal_quantile, 88, 88);
  met &= within("coverage with z, 5 binaries", of_5.normal_quantile, 90, 95);
  met &= within("coverage with z, 15 binaries", of_15.normal_quantile, 94, 95);
  return met;
}

// --- Table 8.5 ---------------------------------------------------------------

// Half widths in percent of the mean after 3, 6 and 9 hours, as published.
struct Planned {
  Spread spread;
  std::array<double, 3> optimum;
  std::array<double, 3> single;
};

constexpr Planned kPlanned[] = {
    {{3.4, 8.2, 1.4}, {3.3, 2.0, 1.5}, {7.5, 4.6, 3.6}},
    {{3.4, 7.8, 1.4}, {3.2, 1.9, 1.5}, {7.1, 4.4, 3.4}},
    {{4.4, 8.2, 4.3}, {4.3, 2.5, 2.0}, {8.6, 5.3, 4.1}},
    {{4.1, 6.7, 4.6}, {3.6, 2.3, 1.8}, {7.6, 4.7, 3.7}}};
constexpr double kHours[] = {3, 6, 9};

// Of warm-up and build, in measurements of a quarter of a second (eq 13).
constexpr double kCosts[] = {19, 4800};
constexpr double kMeasurementsPerHour = 3600 / 0.25;

std::vector<std::size_t> optimum(const Spread& spread) {
  const double variances[] = {std::pow(spread.measurements, 2),
                              std::pow(spread.executions, 2),
                              std::pow(spread.binaries, 2)};
  std::vector<std::size_t> counts;
  for (const double count : optimum_counts(variances, kCosts)) {
    counts.push_back(static_cast<std::size_t>(std::ceil(count)));
  }
  return counts;
}

// As many binaries as fit, and the root mean square of the half widths.
double half_width(const Spread& spread, std::vector<std::size_t> counts,
                  double hours) {
  const double one_binary[] = {static_cast<double>(counts[0]),
                               static_cast<double>(counts[1]), 1};
  const double binary = experiment_cost(one_binary, kCosts);
  counts.push_back(
      static_cast<std::size_t>(hours * kMeasurementsPerHour / binary));
  constexpr int kExperiments = 2000;
  double squares = 0;
  Deviations draw(counts[2]);
  for (int i = 0; i < kExperiments; ++i) {
    const Hierarchy data = simulate(spread, 100, counts, draw);
    squares += std::pow(
        mean_interval(data, kLevel, MeanIntervalForm::kTopLevel)->half_width,
        2);
  }
  return std::sqrt(squares / kExperiments);
}

bool repeat_table_8_5() {
  double worst = 0;
  std::printf(
      "\n| sd of binaries, executions, measurements in %% | counts "
      "| 3 hours | 6 hours | 9 hours |\n|---|---|---|---|---|\n");
  for (const auto& [spread, published_optimum, published_single] : kPlanned) {
    const std::vector<std::size_t> best = optimum(spread);
    std::printf("| %g, %g, %g | %zu, %zu |", spread.binaries, spread.executions,
                spread.measurements, best[0], best[1]);
    for (std::size_t i = 0; i < std::size(kHours); ++i) {
      const double with_optimum = half_width(spread, best, kHours[i]);
      const double with_one = half_width(spread, {1, 1}, kHours[i]);
      std::printf(" %.2f / %.2f |", with_optimum, with_one);
      worst = std::max({worst, std::abs(with_optimum - published_optimum[i]),
                        std::abs(with_one - published_single[i])});
    }
    std::printf("\n");
  }
  std::printf("\n");
  return spl::bench::report("half widths, largest distance from published",
                            worst, 0.2);
}

}  // namespace

int main() {
  bool met = repeat_section_8_4();
  met &= repeat_table_8_5();
  return met ? 0 : 1;
}
