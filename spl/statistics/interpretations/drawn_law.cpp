#include "spl/statistics/interpretations/drawn_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/random_stream.hpp"
#include "spl/statistics/shares.hpp"

namespace spl::statistics {
namespace {

double variance_of(const BootstrapTerm& term) {
  std::vector<double> run_means;
  double within = 0;
  for (const auto& run : deviations(*term.learned)) {
    const Moments inside = moments(run);
    run_means.push_back(inside.mean());
    within += inside.squares / static_cast<double>(inside.count);
  }
  const auto learned = static_cast<double>(run_means.size());
  const double between = moments(run_means).squares / learned;
  within /= learned;
  const auto runs = static_cast<double>(term.runs);
  const auto observations = static_cast<double>(term.observations);
  return term.coefficient * term.coefficient *
         (between / runs + within / (runs * observations));
}

}  // namespace

std::vector<std::vector<double>> deviations(const Sample& learned) {
  const double offset = learned.runs().front().front();
  std::vector<std::vector<double>> runs;
  for (const Run& run : learned.runs()) {
    runs.emplace_back(run.begin(), run.end());
  }
  std::vector<double> run_means;
  for (auto& run : runs) {
    for (double& observation : run) observation -= offset;
    run_means.push_back(moments(run).mean());
  }
  const double mean = moments(run_means).mean();
  for (auto& run : runs) {
    for (double& observation : run) observation -= mean;
  }
  return runs;
}

double bootstrap_variance(const std::vector<BootstrapTerm>& terms) {
  double variance = 0;
  for (const BootstrapTerm& term : terms) variance += variance_of(term);
  return variance;
}

namespace {

// A term with its learned runs as deviations.
struct DrawnTerm {
  double factor;  // Coefficient over the number of averaged observations.
  std::size_t runs;
  std::size_t observations;
  std::vector<std::vector<double>> learned;
};

std::vector<DrawnTerm> drawn_terms(const std::vector<BootstrapTerm>& terms) {
  std::vector<DrawnTerm> sources;
  for (const BootstrapTerm& term : terms) {
    const auto averaged = static_cast<double>(term.runs * term.observations);
    sources.push_back({term.coefficient / averaged, term.runs,
                       term.observations, deviations(*term.learned)});
  }
  return sources;
}

// Takes two indices from one random number and adds them up separately, so that
// the loop waits for neither generator nor sum.
double resampled_sum(const std::vector<double>& run, std::size_t count,
                     RandomStream& random) {
  double first = 0;
  double second = 0;
  for (std::size_t i = 0; i < count / 2; ++i) {
    const auto [left, right] = random.two_below(run.size());
    first += run[left];
    second += run[right];
  }
  if (count % 2 == 1) first += run[random.below(run.size())];
  return first + second;
}

double replicate(const std::vector<DrawnTerm>& sources, RandomStream& random) {
  double value = 0;
  for (const DrawnTerm& source : sources) {
    double sum = 0;
    for (std::size_t i = 0; i < source.runs; ++i) {
      const auto& run = source.learned[random.below(source.learned.size())];
      sum += resampled_sum(run, source.observations, random);
    }
    value += source.factor * sum;
  }
  return value;
}

// Draws replicate i from stream i, so that the result does not depend on the
// thread.
std::vector<double> drawn(const std::vector<DrawnTerm>& sources,
                          const Drawing& drawing) {
  std::vector<double> replicates(drawing.replicates);
  in_shares(drawing.replicates, drawing.threads,
            [&](std::size_t begin, std::size_t end) {
              for (std::size_t i = begin; i < end; ++i) {
                RandomStream random(drawing.seed, i);
                replicates[i] = replicate(sources, random);
              }
            });
  return replicates;
}

}  // namespace

DrawnLaw::DrawnLaw(const std::vector<BootstrapTerm>& terms,
                   const Drawing& drawing)
    : sorted_(drawn(drawn_terms(terms), drawing)),
      rounding_(1e-9 * std::sqrt(bootstrap_variance(terms))) {
  assert(!terms.empty() && drawing.replicates > 0);
  std::ranges::sort(sorted_);
}

double DrawnLaw::at_or_below(double value) const {
  const auto end = std::ranges::upper_bound(sorted_, value + rounding_);
  return static_cast<double>(end - sorted_.begin()) /
         static_cast<double>(sorted_.size());
}

double DrawnLaw::at_or_above(double value) const {
  const auto begin = std::ranges::lower_bound(sorted_, value - rounding_);
  return static_cast<double>(sorted_.end() - begin) /
         static_cast<double>(sorted_.size());
}

double DrawnLaw::quantile(double p) const {
  assert(p > 0 && p < 1);
  const auto count = static_cast<double>(sorted_.size());
  // K p may be a rounding error above a whole number.
  const double rank = std::clamp(std::ceil(count * p - 1e-6), 1.0, count);
  return sorted_[static_cast<std::size_t>(rank) - 1];
}

}  // namespace spl::statistics
