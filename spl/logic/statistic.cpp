#include "spl/logic/statistic.hpp"

#include <utility>

namespace spl::logic {

using statistics::RunStatistic;

DecisionSettings asking(Statistic statistic, DecisionSettings settings) {
  settings.shares.reset();
  settings.quantile.reset();
  settings.statistic = RunStatistic::kTrimmed;
  switch (statistic) {
    case Statistic::kBoth:
      settings.shares = statistics::kBothShares;
      break;
    case Statistic::kTypical:
      break;
    case Statistic::kMean:
      settings.shares = statistics::kMeanShares;
      settings.statistic = RunStatistic::kMean;
      break;
    case Statistic::kMedian:
      settings.statistic = RunStatistic::kMedian;
      break;
  }
  return settings;
}

Statistic asked(const DecisionSettings& settings) {
  switch (settings.statistic) {
    case RunStatistic::kMean:
      return Statistic::kMean;
    case RunStatistic::kMedian:
      return Statistic::kMedian;
    case RunStatistic::kTrimmed:
      break;
  }
  return settings.shares ? Statistic::kBoth : Statistic::kTypical;
}

DecisionSettings settings_of(const Relation& relation,
                             DecisionSettings settings) {
  if (relation.statistic) {
    settings = asking(relation.statistic->statistic, std::move(settings));
    settings.quantile = relation.statistic->quantile;
  }
  if (relation.quotients > 0) settings.shares.reset();
  return settings;
}

}  // namespace spl::logic
