#include "spl/statistics/interpretations/nonparametric.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "spl/statistics/interpretations/estimator.hpp"
#include "spl/statistics/interpretations/inverted_law.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

// The fewest replicates beyond a quantile.
constexpr double kTailReplicates = 10;

// Estimates the difference of the means. Runs have equal lengths.
Estimate estimate_of(const SampleContrast& contrast, double variance) {
  Estimate estimate;
  estimate.variance = variance;
  estimate.rounding = rounding_of(contrast.constant, 1);
  CompensatedSum value;
  value.add(contrast.constant);
  for (const auto& [coefficient, sample] : contrast.terms) {
    std::vector<double> pooled;
    for (const auto& run : sample->runs()) {
      pooled.insert(pooled.end(), run.begin(), run.end());
    }
    const Moments all = moments(pooled);
    value.add_product(coefficient, all.offset);
    value.add_product(coefficient, all.excess);
    estimate.rounding += rounding_of(coefficient, all.mean());
    estimate.underflows |= all.underflows;
  }
  estimate.value = value.value();
  estimate.underflows &= variance < Moments::kSmallestSquares;
  return estimate;
}

std::string refusal_for(const SampleContrast& contrast) {
  for (const auto& [coefficient, sample] : contrast.terms) {
    const std::size_t size = sample->runs().front().size();
    for (const auto& run : sample->runs()) {
      if (run.size() == size) continue;
      return "Definition 4.10 needs equally many observations in all runs of a "
             "method; here there are " +
             std::to_string(size) + " and " + std::to_string(run.size()) + ".";
    }
  }
  return {};
}

std::string warning_for(const std::vector<BootstrapTerm>& terms) {
  constexpr std::size_t kEnoughRuns = 10;
  std::size_t fewest = kEnoughRuns;
  for (const BootstrapTerm& term : terms) {
    fewest = std::min(fewest, term.learned->run_count());
  }
  if (fewest == 1) {
    return "Definition 4.10 learned from a single run, so it ignores how runs "
           "differ and finds differences far too often.";
  }
  if (fewest < kEnoughRuns) {
    return "Definition 4.10 finds differences too often when it learns from "
           "fewer than 10 runs; here it has " +
           std::to_string(fewest) + ".";
  }
  return {};
}

template <typename Law>
void decide(const Law& law, double alpha, TestResult& result) {
  const double difference = result.difference;
  const double upper = law.quantile(1 - alpha);
  const double lower = law.quantile(alpha);
  result.status = Status::kOk;
  // Sums in another order may differ from a quantile by rounding.
  const double rounding = 1e-9 * (upper - lower);
  result.finding = difference > upper + rounding   ? Finding::kGreater
                   : difference < lower - rounding ? Finding::kLess
                                                   : Finding::kIndistinct;
  result.threshold = upper;
  result.lower_threshold = lower;
  result.p_greater = law.at_or_above(difference);
  result.p_less = law.at_or_below(difference);
}

// A thousand replicates beyond the quantile place it well.
Drawing enough_for(double alpha, const std::vector<BootstrapTerm>& terms,
                   const Learning& learning) {
  Drawing drawing = learning.drawing;
  double draws = 0;
  for (const BootstrapTerm& term : terms) {
    draws += static_cast<double>(term.runs * term.observations);
  }
  const double good =
      std::ceil(std::min(1000 / alpha, learning.most_draws / draws));
  drawing.replicates =
      std::max(drawing.replicates, static_cast<std::size_t>(good));
  return drawing;
}

void decide_by_drawing(const std::vector<BootstrapTerm>& terms, double alpha,
                       const Learning& learning, TestResult& result) {
  const Drawing drawing = enough_for(alpha, terms, learning);
  decide(DrawnLaw(terms, drawing), alpha, result);
  if (static_cast<double>(drawing.replicates) < kTailReplicates / alpha) {
    result.warning = "The law of Definition 4.10 could only be drawn " +
                     std::to_string(drawing.replicates) +
                     " times, too few for this level.";
  }
}

}  // namespace

TestResult nonparametric(const SampleContrast& contrast, double alpha,
                         const Learning& learning) {
  require_alpha(alpha);
  assert(!contrast.terms.empty());
  assert(learning.samples.empty() ||
         learning.samples.size() == contrast.terms.size());
  if (std::string refusal = refusal_for(contrast); !refusal.empty()) {
    return refused(std::move(refusal));
  }
  std::vector<BootstrapTerm> terms;
  for (std::size_t i = 0; i < contrast.terms.size(); ++i) {
    const auto& [coefficient, sample] = contrast.terms[i];
    const Sample* learned =
        learning.samples.empty() ? sample : learning.samples[i];
    terms.push_back({coefficient, learned, sample->run_count(),
                     sample->runs().front().size()});
  }

  const Estimate estimate = estimate_of(contrast, bootstrap_variance(terms));
  // Refuses numbers that are too large, and decides if nothing varies.
  TestResult result = t_test(estimate, alpha);
  if (result.status != Status::kOk) return result;
  result = {};
  result.difference = estimate.value;
  result.warning = warning_for(terms);
  if (const auto law = InvertedLaw::of(terms, alpha)) {
    decide(*law, alpha, result);
  } else {
    decide_by_drawing(terms, alpha, learning, result);
  }
  return result;
}

double mean_of_runs(const Runs& runs) {
  std::vector<double> means;
  for (const Run& run : runs) means.push_back(moments(run).mean());
  return moments(means).mean();
}

Runs scaled_to(double mean, const Runs& runs) {
  const double own = mean_of_runs(runs);
  if (!(mean > 0) || !(own > 0)) return runs;
  const double factor = mean / own;
  Runs result;
  for (const Run& run : runs) {
    std::vector<double> scaled;
    for (const double observation : run) {
      scaled.push_back(factor * observation);
    }
    result.emplace_back(std::move(scaled));
  }
  return result;
}

}  // namespace spl::statistics
