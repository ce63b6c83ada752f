#include "spl/statistics/interpretations/bootstrap_term.hpp"

#include "spl/statistics/moments.hpp"

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

}  // namespace spl::statistics
