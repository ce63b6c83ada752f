#include "spl/logic/sensitivity.hpp"

#include <algorithm>
#include <numeric>

#include "spl/logic/parts.hpp"
#include "spl/statistics/random_stream.hpp"

namespace spl::logic {
namespace {

using statistics::RandomStream;
using statistics::Runs;
using statistics::Sample;

constexpr std::size_t kObservationCounts[] = {10, 20, 50, 100, 200, 500, 1000};
/// The counts for one set, up to its number of observations.
constexpr std::size_t kCountsOfOneSet[] = {
    10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000};
constexpr std::size_t kRunCounts[] = {2, 3, 5, 10, 20, 30};
/// The runs that the three parts need to find slow runs.
constexpr std::size_t kRunCountsOfParts[] = {60, 100};

/// Returns the relation "the changed half is as fast as the unchanged one".
Relation halves_equal() {
  Relation relation;
  relation.sign = Sign::kEqual;
  relation.left = LinearForm(Performance{"changed", "", "", "", {}});
  relation.right = LinearForm(Performance{"kept", "", "", "", {}});
  relation.theta = relation.left.minus(relation.right);
  return relation;
}

/// Positions of the runs in both halves.
struct Halves {
  std::vector<std::size_t> changed;
  std::vector<std::size_t> kept;
};

Halves halves(std::size_t count, RandomStream& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i)]);
  }
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(count / 2);
  return {{order.begin(), middle}, {middle, order.end()}};
}

Runs drawn_runs(const Sample& sample, const std::vector<std::size_t>& half,
                std::size_t size, RandomStream& random) {
  Runs runs;
  for (std::size_t i = 0; i < size; ++i) {
    runs.push_back(sample.runs()[half[random.below(half.size())]]);
  }
  return runs;
}

/// Draws observations as one run, since the tests of them ignore runs.
Runs drawn_observations(const Sample& sample,
                        const std::vector<std::size_t>& half, std::size_t size,
                        RandomStream& random) {
  // Ends of the runs, as if they were one list.
  std::vector<std::size_t> ends;
  std::size_t count = 0;
  for (const std::size_t run : half) {
    ends.push_back(count += sample.runs()[run].size());
  }
  std::vector<double> result;
  result.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t drawn = random.below(count);
    const auto end = std::ranges::upper_bound(ends, drawn);
    const auto& run =
        sample.runs()[half[static_cast<std::size_t>(end - ends.begin())]];
    result.push_back(run[drawn + run.size() - *end]);
  }
  return {std::move(result)};
}

Halves both_of_all(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return {all, all};
}

/// Returns about how many numbers a repetition draws.
double numbers(const Sample& sample, const SensitivityRow& row) {
  const std::size_t length =
      row.draw == SensitivityRow::Draw::kRuns
          ? sample.observation_count() / sample.run_count()
          : 1;
  return 2.0 * static_cast<double>(row.size * length);
}

/// Returns fewer repetitions for longer ones, within reason.
std::size_t repetitions(const Sample& sample, const SensitivityRow& row,
                        const DecisionSettings& settings) {
  constexpr double kMostNumbers = 5e7;
  const std::size_t most =
      settings.interpretation == Interpretation::kNonparametric ? 200 : 1000;
  return std::clamp<std::size_t>(
      static_cast<std::size_t>(kMostNumbers / numbers(sample, row)), 100, most);
}

std::vector<SensitivityCount> counted(SensitivityRow::Draw draw,
                                      const DecisionSettings& settings) {
  if (draw != SensitivityRow::Draw::kRuns) {
    return {{Interpretation::kWelch, 0, 0}};
  }
  std::vector<SensitivityCount> result;
  if (are_parts_asked(halves_equal(), settings)) result.push_back({});
  for (const Interpretation one : kInterpretations) {
    if (one != Interpretation::kNonparametric ||
        settings.interpretation == one) {
      result.push_back({one, 0, 0});
    }
  }
  return result;
}

statistics::Run scaled(const statistics::Run& run, double scale) {
  std::vector<double> observations(run.begin(), run.end());
  for (double& observation : observations) observation *= scale;
  return observations;
}

Finding found(std::optional<Interpretation> interpretation, const Sample& left,
              const Sample& right, const DecisionSettings& settings) {
  if (interpretation) {
    return interpret(*interpretation, {{{1, &left}, {-1, &right}}, 0}, settings)
        .finding;
  }
  const Relation relation = halves_equal();
  const Experiment experiment{{relation.left.terms()[0].performance, left},
                              {relation.right.terms()[0].performance, right}};
  const auto parts = decide_parts(
      relation,
      {experiment, experiment, settings.statistic, right.observation_count()},
      {statistics::single_look(right.run_count(), settings.alpha,
                               *settings.shares)
           .levels[0],
       settings.alpha,
       *settings.shares,
       {}});
  return parts ? parts->finding : Finding::kUnknown;
}

void repeat(const Sample& sample, double scale,
            const DecisionSettings& settings, std::size_t number,
            SensitivityRow& row) {
  RandomStream random(settings.seed, number);
  const Halves split = row.draw == SensitivityRow::Draw::kOneSet
                           ? both_of_all(sample.run_count())
                           : halves(sample.run_count(), random);
  const auto draw =
      row.draw == SensitivityRow::Draw::kRuns ? drawn_runs : drawn_observations;
  Runs changed = draw(sample, split.changed, row.size, random);
  for (statistics::Run& run : changed) run = scaled(run, scale);
  const Sample left(std::move(changed));
  const Sample right(draw(sample, split.kept, row.size, random));
  for (SensitivityCount& count : row.counts) {
    const Finding finding = found(count.interpretation, left, right, settings);
    if (finding == Finding::kGreater) ++count.slower;
    if (finding == Finding::kLess) ++count.faster;
  }
}

/// Returns the rows of a sample, with nothing counted.
std::vector<SensitivityRow> planned_rows(const Sample& sample,
                                         const DecisionSettings& settings) {
  std::vector<SensitivityRow> rows;
  const auto add = [&](SensitivityRow::Draw draw, std::size_t size) {
    SensitivityRow& row = rows.emplace_back();
    row.draw = draw;
    row.size = size;
    row.repetitions = repetitions(sample, row, settings);
    row.counts = counted(draw, settings);
  };
  for (const std::size_t size : kCountsOfOneSet) {
    if (size > sample.observation_count()) break;
    add(SensitivityRow::Draw::kOneSet, size);
  }
  if (sample.run_count() < 2) return rows;
  for (const std::size_t size : kObservationCounts) {
    add(SensitivityRow::Draw::kObservations, size);
  }
  for (const std::size_t size : kRunCounts) {
    add(SensitivityRow::Draw::kRuns, size);
  }
  if (are_parts_asked(halves_equal(), settings)) {
    for (const std::size_t size : kRunCountsOfParts) {
      add(SensitivityRow::Draw::kRuns, size);
    }
  }
  return rows;
}

}  // namespace

std::vector<SensitivityRow> sensitivity(
    const Sample& sample, double scale, const DecisionSettings& settings,
    const std::function<void(double)>& report_share) {
  std::vector<SensitivityRow> rows = planned_rows(sample, settings);
  const double all = std::accumulate(
      rows.begin(), rows.end(), 0.0, [&](double sum, const auto& row) {
        return sum +
               static_cast<double>(row.repetitions) * numbers(sample, row);
      });
  double done = 0;
  for (SensitivityRow& row : rows) {
    for (std::size_t i = 0; i < row.repetitions; ++i) {
      repeat(sample, scale, settings, i, row);
      done += numbers(sample, row);
      if (report_share) report_share(done / all);
    }
  }
  return rows;
}

}  // namespace spl::logic
