#include "spl/logic/quotients.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spl::logic {
namespace {

using Means = std::vector<double>;

Means means_of(const LinearForm& side, double quotients,
               const Experiment& experiment,
               statistics::RunStatistic statistic) {
  std::vector<Means> all;
  std::size_t most = 0;
  for (const LinearForm::Term& term : side.terms()) {
    all.push_back(run_statistics(
        std::get<statistics::Sample>(experiment.at(term.performance)),
        statistic));
    most = std::max(most, all.back().size());
  }
  Means sums(most);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].resize(most, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t run = 0; run < most; ++run) {
      sums[run] += side.terms()[i].coefficient * std::log(all[i][run]);
    }
  }
  for (double& one : sums) one = std::exp(one / quotients);
  return sums;
}

statistics::Sample logarithms_of(const Means& means) {
  statistics::Runs runs;
  for (const double one : means) runs.push_back({std::log(one)});
  return statistics::Sample(std::move(runs));
}

}  // namespace

statistics::RatioMember geometric_means(const Relation& relation,
                                        const Experiment& experiment,
                                        statistics::RunStatistic statistic) {
  const auto quotients = static_cast<double>(relation.quotients);
  statistics::RatioMember result{
      means_of(relation.left, quotients, experiment, statistic),
      means_of(relation.right, quotients, experiment, statistic)};
  for (double& one : result.right) one *= relation.limit;
  return result;
}

statistics::RatioInterval quotients_ratio(const Relation& relation,
                                          const Experiment& experiment,
                                          const DecisionSettings& settings) {
  const bool has_blocks = settings.interpretation == Interpretation::kBlocks;
  return statistics::geometric_ratio(
      {geometric_means(relation, experiment, settings.statistic)},
      has_blocks ? statistics::Design::kBlocks
                 : statistics::Design::kIndependent,
      settings.alpha);
}

statistics::TestResult quotients_test(const Relation& relation,
                                      const Experiment& experiment,
                                      const DecisionSettings& settings) {
  const auto means = geometric_means(relation, experiment, settings.statistic);
  const statistics::Sample left = logarithms_of(means.left);
  const statistics::Sample right = logarithms_of(means.right);
  const statistics::SampleContrast contrast{{{1, &left}, {-1, &right}}, 0};
  constexpr auto kMean = statistics::RunStatistic::kMean;
  return settings.interpretation == Interpretation::kBlocks
             ? statistics::blocks(contrast, settings.alpha, kMean)
             : statistics::run_means(contrast, settings.alpha, kMean);
}

}  // namespace spl::logic
