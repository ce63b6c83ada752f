#include "runner/findings/performance_history.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "spl/logic/statistic.hpp"
#include "spl/statistics/effects/ratio.hpp"

namespace spl::runner {
namespace {

using statistics::Sample;

/// The blocks of one commit: a number a run, which is its statistic.
struct Blocks {
  std::vector<std::vector<double>> runs;
  std::vector<std::vector<double>> references;
  std::set<Uuid> evaluations;
  std::string last;
};

std::map<std::string, Blocks> blocks_by_commit(
    const std::vector<StoredPair>& pairs, bool is_mean) {
  std::map<std::string, Blocks> result;
  for (const StoredPair& one : pairs) {
    const double run = is_mean ? one.mean : one.trimmed;
    const double reference =
        is_mean ? one.reference_mean : one.reference_trimmed;
    if (!(run > 0) || !(reference > 0)) continue;
    Blocks& blocks = result[one.commit];
    blocks.runs.push_back({run});
    blocks.references.push_back({reference});
    blocks.evaluations.insert(one.experiment);
    blocks.last = std::max(blocks.last, one.begun);
  }
  return result;
}

HistoryPoint point_of(Revision revision, Blocks blocks, double alpha) {
  HistoryPoint point{std::move(revision), blocks.runs.size(),
                     blocks.evaluations.size(), std::move(blocks.last)};
  const Sample runs(std::move(blocks.runs));
  const Sample references(std::move(blocks.references));
  const auto found =
      statistics::blocks_ratio({{{{1, &runs}}, 0}, {{{1, &references}}, 0}},
                               alpha, statistics::RunStatistic::kMean);
  point.ratio = found.estimate.value_or(runs.runs().front().front() /
                                        references.runs().front().front());
  point.lower = std::max(0.0, found.lower.value_or(0));
  point.upper = found.upper.value_or(std::numeric_limits<double>::infinity());
  return point;
}

std::vector<statistics::RatioPoint> ratios_of(
    const std::vector<HistoryPoint>& points) {
  std::vector<statistics::RatioPoint> ratios;
  for (const HistoryPoint& one : points) {
    ratios.push_back({ratios.size(), one.ratio, one.lower, one.upper});
  }
  return ratios;
}

std::vector<statistics::RatioChange> changes_of(
    std::vector<statistics::RatioPoint> ratios, double alpha,
    std::uint64_t seed) {
  statistics::RatioChangeSettings how;
  how.search.seed = seed;
  how.confidence = 1 - 2 * alpha;
  return ratio_changes(statistics::RatioSeries(std::move(ratios)), how);
}

}  // namespace

logic::Performance at_reference(const PerformanceHistory& history) {
  logic::Performance result = history.performance;
  result.revision = history.reference.name;
  return result;
}

PerformanceHistory performance_history(const logic::Performance& performance,
                                       HistoryCommits commits,
                                       const std::vector<StoredPair>& pairs,
                                       const Settings& settings,
                                       std::uint64_t seed) {
  PerformanceHistory result;
  result.performance = performance;
  result.reference = std::move(commits.reference);
  result.alpha = settings.deciding.alpha;
  const bool is_mean =
      logic::asked(settings.deciding) == logic::Statistic::kMean;
  result.statistic =
      is_mean ? logic::Statistic::kMean : logic::Statistic::kTypical;
  auto blocks = blocks_by_commit(pairs, is_mean);
  for (Revision& commit : commits.commits) {
    const auto found = blocks.find(commit.id);
    if (found == blocks.end()) continue;
    HistoryPoint point =
        point_of(std::move(commit), std::move(found->second), result.alpha);
    blocks.erase(found);
    // A store that somebody has changed may have any numbers.
    if (point.ratio > 0 && std::isfinite(point.ratio)) {
      result.points.push_back(std::move(point));
    }
  }
  result.elsewhere = blocks.size();
  const auto ratios = ratios_of(result.points);
  result.drift = statistics::ratio_drift(ratios, 1 - 2 * result.alpha);
  result.changes = changes_of(ratios, result.alpha, seed);
  return result;
}

}  // namespace spl::runner
