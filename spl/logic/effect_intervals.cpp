#include "spl/logic/effect_intervals.hpp"

#include <stdexcept>

#include "spl/logic/sample_contrast.hpp"
#include "spl/statistics/effects/fieller.hpp"
#include "spl/statistics/effects/hierarchical_bootstrap.hpp"
#include "spl/statistics/effects/nonparametric_ratio.hpp"

namespace spl::logic {
namespace {

using statistics::Hierarchy;
using statistics::RatioInterval;
using statistics::Sample;

/// One side: coefficient * performance + constant. Without a performance, its
/// runs are the constant, as many as the other side has.
struct Side {
  double coefficient = 0;
  const Performance* performance = nullptr;
  const Sample* sample = nullptr;
  double constant = 0;

  [[nodiscard]] double of(double value) const {
    return coefficient * value + constant;
  }
};

/// Returns the side if it is a positive multiple, a constant, or their sum.
std::optional<Side> side_of(const LinearForm& form,
                            const Experiment& experiment) {
  if (form.terms().size() > 1) return std::nullopt;
  Side result;
  result.constant = form.constant();
  if (form.terms().empty()) return result;
  const LinearForm::Term& term = form.terms().front();
  const auto found = experiment.find(term.performance);
  if (found == experiment.end() || !(term.coefficient > 0)) return std::nullopt;
  result.coefficient = term.coefficient;
  result.performance = &term.performance;
  result.sample = std::get_if<Sample>(&found->second);
  if (result.sample == nullptr) return std::nullopt;
  return result;
}

/// Fieller's interval uses only the means of the highest level.
Hierarchy highest_level(const Side& side, const Side& other,
                        statistics::RunStatistic statistic) {
  if (side.sample == nullptr) {
    const std::size_t count = other.sample->run_count();
    return Hierarchy({count}, std::vector<double>(count, side.constant));
  }
  std::vector<double> values = run_statistics(*side.sample, statistic);
  for (double& value : values) value = side.of(value);
  const std::size_t count = values.size();
  return Hierarchy({count}, std::move(values));
}

constexpr std::size_t kReplicates = 1000;

RatioInterval fieller_interval(const Hierarchy& above, const Hierarchy& below,
                               double level, statistics::FiellerForm form) {
  try {
    const statistics::FiellerSet set =
        statistics::fieller(above, below, level, form);
    if (set.kind == statistics::FiellerSet::Kind::kBounded) {
      return {{}, set.lower, set.upper, {}};
    }
    return {{},
            {},
            {},
            "the right side is not clearly different from 0, so its ratio to "
            "the left side has no bounds"};
  } catch (const std::invalid_argument& error) {
    return {{}, {}, {}, error.what()};
  }
}

/// Returns all levels of a side; absent if items of a level differ in size.
std::optional<Hierarchy> levels_of(const Side& side, const Levels& levels) {
  if (side.performance == nullptr) return Hierarchy({1}, {side.constant});
  const auto found = levels.find(*side.performance);
  if (found == levels.end()) return std::nullopt;
  const Hierarchy& own = found->second;
  std::vector<std::size_t> counts;
  for (std::size_t level = 1; level <= own.level_count(); ++level) {
    counts.push_back(own.count(level));
  }
  std::vector<double> values(own.values().begin(), own.values().end());
  for (double& value : values) value = side.of(value);
  return Hierarchy(std::move(counts), std::move(values));
}

bool has_single_run(const Side& side) {
  return side.sample != nullptr && side.sample->run_count() < 2;
}

RatioInterval resampled(const Side& left, const Side& right,
                        const Levels& levels,
                        const DecisionSettings& settings) {
  const double level = 1 - 2 * settings.alpha;
  if (has_single_run(left) || has_single_run(right)) {
    return {{},
            {},
            {},
            "the bootstrap of a single run does not know how runs differ"};
  }
  const auto above = levels_of(left, levels);
  const auto below = levels_of(right, levels);
  if (!above || !below) {
    return {{}, {}, {}, "the bootstrap needs items of one size on each level"};
  }
  // Nothing is known beyond the least and the greatest replicate.
  if (settings.alpha * kReplicates < 1) {
    return {{}, {}, {}, "the level is too high for 1000 bootstrap replicates"};
  }
  const auto interval = statistics::bootstrap_ratio(
      *above, *below, {level, kReplicates, settings.seed});
  if (!interval) return {{}, {}, {}, "the right side is not clearly above 0"};
  return {{}, interval->lower, interval->upper, {}};
}

}  // namespace

std::optional<EffectIntervals> effect_intervals(
    const Relation& relation, const Experiment& experiment,
    const Levels& levels, const DecisionSettings& settings,
    const History& history) {
  if (relation.quotients > 0) return std::nullopt;
  const auto left = side_of(relation.left, experiment);
  const auto right = side_of(relation.right, experiment);
  if (!left || !right || left->performance == right->performance) {
    return std::nullopt;  // Two constants have no performance.
  }
  if (left->performance != nullptr && right->performance != nullptr &&
      *left->performance == *right->performance) {
    return std::nullopt;
  }
  EffectIntervals result;
  result.level = 1 - 2 * settings.alpha;
  const Hierarchy above = highest_level(*left, *right, settings.statistic);
  const Hierarchy below = highest_level(*right, *left, settings.statistic);
  result.fieller = fieller_interval(above, below, result.level,
                                    statistics::FiellerForm::kEqualCounts);
  result.fieller_satterthwaite = fieller_interval(
      above, below, result.level, statistics::FiellerForm::kSatterthwaite);
  result.inversion =
      statistics::run_means_ratio({sample_contrast(relation.left, experiment),
                                   sample_contrast(relation.right, experiment)},
                                  settings.alpha, settings.statistic);
  if (settings.extent == Extent::kAll) {
    result.bootstrap = resampled(*left, *right, levels, settings);
    result.nonparametric =
        nonparametric_interval(relation, experiment, settings, history);
  }
  return result;
}

statistics::RatioInterval nonparametric_interval(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const History& history) {
  statistics::Learning learning;
  learning.samples =
      learned({&relation.left, &relation.right}, experiment, history);
  learning.drawing.seed = settings.seed;
  learning.most_draws = 0;
  return statistics::nonparametric_ratio(
      {sample_contrast(relation.left, experiment),
       sample_contrast(relation.right, experiment)},
      settings.alpha, learning);
}

void add_nonparametric_interval(const Relation& relation,
                                const Experiment& experiment,
                                const DecisionSettings& settings,
                                const History& history, Decision& decision) {
  if (decision.decided_by != Interpretation::kNonparametric ||
      !decision.ratio.estimate) {
    return;
  }
  const statistics::RatioInterval found =
      nonparametric_interval(relation, experiment, settings, history);
  decision.ratio.lower = found.lower;
  decision.ratio.upper = found.upper;
  decision.ratio.refusal = found.refusal;
  // Its laws may be drawn with other replicates than that of the decision, and
  // the answer agrees with what is shown.
  const Finding of_ratio = statistics::finding_of(found);
  if (of_ratio != Finding::kUnknown) conclude(relation, of_ratio, decision);
}

}  // namespace spl::logic
