#include "runner/commands/doctor/self_test.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "runner/layouts/layout_levels.hpp"
#include "runner/measuring/budget.hpp"
#include "runner/system/number_text.hpp"
#include "spl/logic/parts.hpp"
#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/impact_factor.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/sequential/detectable_change.hpp"
#include "spl/statistics/summary.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using statistics::Sample;

constexpr const char* kTwin = "again";

/// Effects are reported if chance would bring them about once in a thousand
/// tests.
constexpr double kSurprising = 0.001;
constexpr double kMuch = 0.005;

logic::Relation against_twin(const Performance& performance) {
  logic::Relation relation;
  relation.sign = logic::Sign::kEqual;
  relation.left = logic::LinearForm(performance);
  relation.right = logic::LinearForm(twin(performance));
  relation.theta = relation.left.minus(relation.right);
  return relation;
}

/// Tests the mean of the values by Student's test; the effect is a fraction of
/// `scale`.
Effect mean_effect(const std::vector<double>& values, double scale) {
  const statistics::Moments moments = statistics::moments(values);
  const auto count = static_cast<double>(values.size());
  const double error = std::sqrt(moments.variance() / count);
  if (error == 0) return {moments.mean() / scale, moments.mean() == 0 ? 1. : 0};
  const double t = std::abs(moments.mean()) / error;
  return {moments.mean() / scale, 2 * statistics::student_tail(t, count - 1)};
}

/// Returns the change from the first value to the last by linear regression.
/// Two values leave no degree of freedom to test it.
std::optional<Effect> trend(const std::vector<double>& values) {
  if (values.size() < 3) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  const double middle = (count - 1) / 2;
  const double mean = statistics::moments(values).mean();
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    xx += x * x;
    xy += x * (values[i] - mean);
  }
  const double slope = xy / xx;
  double rest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    const double residual = values[i] - mean - slope * x;
    rest += residual * residual;
  }
  const double size = slope * (count - 1) / mean;
  const double error = std::sqrt(rest / (count - 2) / xx);
  if (error == 0) return Effect{size, slope == 0 ? 1. : 0};
  return Effect{
      size, 2 * statistics::student_tail(std::abs(slope) / error, count - 2)};
}

/// Returns the runs of both sides in the blocks from `first` on as an
/// experiment.
logic::Experiment part(const Measured& one, const Measured& other,
                       const Performance& performance, std::size_t first) {
  const auto runs = [&](const Measured& measured) {
    const auto begin =
        measured.observations.begin() + static_cast<std::ptrdiff_t>(first);
    return Sample({begin, begin + kBlocksOfExperiment});
  };
  logic::Experiment experiment;
  experiment.emplace(performance, runs(one));
  experiment.emplace(twin(performance), runs(other));
  return experiment;
}

/// Decides as formulas are decided, at a single look.
logic::Finding found(const logic::Relation& relation,
                     const logic::Experiment& experiment,
                     const logic::DecisionSettings& settings) {
  if (!logic::are_parts_asked(relation, settings)) {
    return logic::decide(relation, experiment, settings).finding;
  }
  const auto& sample =
      std::get<Sample>(experiment.at(relation.theta.terms()[0].performance));
  const statistics::PartLooks looks = statistics::single_look(
      sample.run_count(), settings.alpha, *settings.shares);
  const auto parts = logic::decide_parts(
      relation,
      {experiment, experiment, settings.statistic, sample.observation_count()},
      {looks.levels[0], settings.alpha, *settings.shares, {}});
  return parts ? parts->finding : logic::Finding::kUnknown;
}

void count_alarms(SelfTest& test, const Measured& one, const Measured& other,
                  const logic::DecisionSettings& settings) {
  const logic::Relation relation = against_twin(test.performance);
  for (std::size_t first = 0; first + kBlocksOfExperiment <= test.blocks;
       first += kBlocksOfExperiment) {
    const logic::Finding finding =
        found(relation, part(one, other, test.performance, first), settings);
    ++test.experiments;
    test.greater += finding == logic::Finding::kGreater ? 1 : 0;
    test.less += finding == logic::Finding::kLess ? 1 : 0;
  }
  if (test.experiments > 0) {
    test.false_alarm_rate = static_cast<double>(test.greater + test.less) /
                            static_cast<double>(test.experiments);
    test.false_alarms =
        statistics::rate_interval(test.greater + test.less, test.experiments);
  }
}

bool is_wrong(const Effect& effect) {
  return effect.p < kSurprising && std::abs(effect.size) > kMuch;
}

/// Returns how much longer the second run of each block took than the first.
std::vector<double> differences_by_position(const Measured& one,
                                            const std::vector<double>& first,
                                            const std::vector<double>& second) {
  std::vector<double> result;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool is_first = one.records[i].position == 0;
    result.push_back(is_first ? second[i] - first[i] : first[i] - second[i]);
  }
  return result;
}

/// Ends with the budget, but not before there are two blocks.
class WithinBudget : public StoppingRule {
 public:
  [[nodiscard]] bool needs_more(const logic::Relation&) const override {
    return !is_over_;
  }
  void look(const Group& group, const GroupResult& result) override {
    is_over_ = result.blocks >= 2 && is_over_budget(group, result);
  }

 private:
  bool is_over_ = false;
};

/// Returns the standard deviation of the blocks' contrasts of that statistic of
/// their runs.
std::optional<double> deviation(const Sample& sample, const Sample& twins,
                                statistics::RunStatistic statistic) {
  constexpr double kAnyLevel = 0.01;
  const std::optional<double> error =
      statistics::standard_error(statistics::blocks(
          {{{1, &sample}, {-1, &twins}}, 0}, kAnyLevel, statistic));
  if (!error) return std::nullopt;
  return *error * std::sqrt(static_cast<double>(sample.run_count()));
}

std::size_t calls_of_run(const Measured& measured) {
  const std::size_t observations = measured.observations.front().size();
  return measured.records.empty()
             ? observations
             : observations * measured.records.front().iterations;
}

void add_prospects(const Measured& one, const Measured& other,
                   const logic::DecisionSettings& settings, double scale,
                   SelfTest& test) {
  const Sample sample(one.observations);
  const Sample twins(other.observations);
  const auto own = deviation(sample, twins, settings.statistic);
  if (!own) return;
  const auto plain = deviation(sample, twins, statistics::RunStatistic::kMean);
  for (const double seconds : {1.0, 5.0, 25.0}) {
    const double held = std::floor(seconds / test.block_seconds);
    if (!(held >= 2) || held > 1e9) continue;
    const auto blocks = static_cast<std::size_t>(held);
    const auto found = [&](double deviation, double level) {
      return statistics::detectable_change(deviation / scale, blocks, level);
    };
    if (!settings.shares) {
      test.prospects.push_back({seconds, found(*own, settings.alpha)});
      continue;
    }
    const statistics::OfParts levels =
        statistics::single_look(blocks, settings.alpha, *settings.shares)
            .levels[0];
    const bool asks_typical = levels.typical_calls > 0;
    if (!plain || !(levels.all_runs > 0)) continue;
    const double of_all = found(*plain, levels.all_runs);
    Prospect prospect{
        seconds, asks_typical ? found(*own, levels.typical_calls) : of_all};
    if (asks_typical) prospect.all_calls = of_all;
    prospect.unseen = {statistics::seen_one_in(blocks),
                       statistics::seen_one_in(blocks * calls_of_run(one))};
    test.prospects.push_back(prospect);
  }
}

}  // namespace

Performance twin(Performance performance) {
  performance.revision = kTwin;
  return performance;
}

SelfTest self_test(const Performance& performance, const GroupResult& result,
                   const logic::DecisionSettings& settings) {
  SelfTest test;
  test.performance = performance;
  test.alpha = settings.alpha;
  for (const auto& [name, measured] : result.performances) {
    if (!measured.failure.empty()) test.failure = measured.failure;
  }
  if (!test.failure.empty()) return test;
  const Measured& one = result.performances.at(performance);
  const Measured& other = result.performances.at(twin(performance));
  test.blocks = result.blocks;
  test.block_seconds = result.seconds / static_cast<double>(result.blocks);
  count_alarms(test, one, other, settings);

  const Sample sample(one.observations);
  const Sample twins(other.observations);
  const std::vector<double> first = run_statistics(sample, settings.statistic);
  const std::vector<double> second = run_statistics(twins, settings.statistic);
  statistics::ImpactFactorOptions options;
  // Equally many as there are observations in a run; there are many runs here.
  options.chosen =
      std::min({sample.runs().front().size(), first.size(), std::size_t{30}});
  if (const auto factor = statistics::impact_factor(sample, options)) {
    test.impact_factor = factor->original;
  }
  const statistics::Moments runs = statistics::moments(first);
  const double scale = runs.mean();
  if (scale == 0) return test;
  test.between_sd = std::sqrt(runs.variance()) / scale;
  test.within_sd = statistics::summary(one.observations).within_sd;
  if (test.within_sd) *test.within_sd /= scale;
  std::vector<double> of_blocks;
  for (std::size_t i = 0; i < first.size(); ++i) {
    of_blocks.push_back((first[i] + second[i]) / 2);
  }
  test.drift = trend(of_blocks);
  test.position =
      mean_effect(differences_by_position(one, first, second), scale);
  add_prospects(one, other, settings, scale, test);
  return test;
}

std::vector<std::string> advice(const SelfTest& test) {
  std::vector<std::string> result;
  const std::string name = to_text(test.performance);
  if (test.false_alarms.lower > 2 * test.alpha) {
    result.push_back(
        name + " was called different from itself in " +
        percent_text(*test.false_alarm_rate) + " of the experiments, where " +
        percent_text(2 * test.alpha) +
        " are allowed: blocks of this machine are not independent; look for "
        "what disturbs it in rhythms, and pin runs with `cpu`");
  }
  if (test.drift && is_wrong(*test.drift)) {
    result.push_back(
        name + " became " + percent_text(std::abs(test.drift->size)) +
        (test.drift->size > 0 ? " slower" : " faster") +
        " while it was measured: the machine drifts; blocks cancel that, but "
        "do not compare with earlier results; fix the frequency (governor "
        "performance, no turbo) or let it warm up");
  }
  if (test.position && is_wrong(*test.position)) {
    result.push_back("the second run of a block takes " +
                     percent_text(std::abs(test.position->size)) +
                     (test.position->size > 0 ? " longer" : " less") +
                     " than the first (" + name +
                     "): a run leaves something behind for the next; the "
                     "random order cancels that, at the price of more blocks");
  }
  return result;
}

PlainPerformances plain_performances(const logic::Catalogue& catalogue) {
  using Kind = logic::Entry::Kind;
  PlainPerformances result;
  for (const logic::Entry& entry : catalogue.entries) {
    if (entry.kind == Kind::kMethod) {
      result.left_out.push_back(entry.name + " (a method)");
    }
    if (entry.kind != Kind::kWorkload) continue;
    Performance one{entry.name, "", "", "", {}};
    for (const logic::Parameter& parameter : *entry.parameters) {
      if (!parameter.values.empty()) {
        one.arguments.push_back(parameter.values.front());
      }
    }
    if (one.arguments.size() == entry.parameters->size()) {
      result.all.push_back(std::move(one));
    } else {
      result.left_out.push_back(entry.name + " (without declared values)");
    }
  }
  return result;
}

std::optional<LayoutSpread> layout_spread(const Performance& performance,
                                          const GroupResult& result,
                                          const Settings& settings) {
  const auto found = result.performances.find(performance);
  if (found == result.performances.end() || !found->second.failure.empty()) {
    return std::nullopt;
  }
  logic::Experiment alone;
  alone.emplace(performance, Sample(found->second.observations));
  logic::Relation relation;
  relation.theta = logic::LinearForm(performance);
  const double mean = statistics::summary(found->second.observations).mean;
  const auto effect = layout_effect(relation, alone, kLayoutsOfSelfTest,
                                    settings.deciding.statistic);
  if (!effect || !(mean > 0)) return std::nullopt;
  LayoutSpread spread{kLayoutsOfSelfTest, effect->deviation / mean, 0,
                      settings.resolution};
  spread.needed = layouts_to_find(spread.change, std::sqrt(2.) * spread.sd,
                                  settings.deciding.alpha);
  return spread;
}

namespace {

/// Returns the programs, with longer texts for twins: they are copies under
/// longer names, with longer arguments, and not the same thing twice.
ProgramOf with_longer_twins(const ProgramOf& program_of) {
  constexpr std::size_t kLonger = 140;
  return [program_of](const Performance& one) {
    WorkerProgram program = program_of(one);
    if (one.revision == kTwin) program.longer_texts = kLonger;
    return program;
  };
}

/// A performance and its twin, measured as long as the budget lasts.
struct Twins {
  GroupResult result;
  std::string shortage;  ///< Why they were not measured, or empty.
};

Twins measured_twins(const Performance& performance, const Settings& settings,
                     const ProgramCatalogue& twice, std::uint64_t seed,
                     const Surroundings& surroundings) {
  Suite suite;
  SuiteFormula formula;
  formula.settings = settings;
  formula.settings.heap = heap_place(settings);
  formula.settings.layouts =
      surroundings.layouts == nullptr ? 1 : kLayoutsOfSelfTest;
  formula.relations.push_back(against_twin(performance));
  suite.formulas.push_back(std::move(formula));
  Pilot pilot = piloted(suite, twice, seed, surroundings);
  if (pilot.grouping.groups.front().plan.blocks == 0) {
    return {std::move(pilot.results.front()), to_text(pilot.shortages.front())};
  }
  WithinBudget rule;
  const ProgramOf program_of = with_longer_twins(runner::program_of(twice));
  measure(pilot.grouping.groups, {program_of, seed}, surroundings, rule,
          pilot.results);
  return {std::move(pilot.results.front()), {}};
}

/// Returns the surroundings of one of several experiments, each of which takes
/// the budget twice at most: in one layout, and in several.
Surroundings numbered(std::size_t number, std::size_t all,
                      const SelfTesting& how) {
  Surroundings result = how.surroundings;
  if (!result.progress) return result;
  const double later =
      2 * std::chrono::duration<double>(how.settings.budget).count() *
      static_cast<double>(all - number);
  result.progress = [report = how.surroundings.progress, number, all,
                     later](Progress progress) {
    progress.experiment = number;
    progress.experiments = all;
    if (progress.left > 0) progress.left += later;
    report(progress);
  };
  return result;
}

}  // namespace

std::vector<SelfTest> self_tests(const std::vector<Performance>& performances,
                                 const SelfTesting& how) {
  const Settings& settings = how.settings;
  ProgramCatalogue twice = how.programs;
  twice.catalogue.revisions[kTwin].entries = how.programs.catalogue.entries;
  // One after the other: each is to have all the time of its budget.
  std::vector<SelfTest> tests;
  for (const Performance& one : performances) {
    Surroundings here = numbered(tests.size() + 1, performances.size(), how);
    const Twins twins = measured_twins(one, settings, twice, how.seed, here);
    if (!twins.shortage.empty()) {
      SelfTest test;
      test.performance = one;
      test.failure = twins.shortage;
      tests.push_back(std::move(test));
      continue;
    }
    tests.push_back(self_test(one, twins.result, settings.deciding));
    SelfTest& test = tests.back();
    OfferedLayouts offered =
        how.offer_layouts(how.programs.program_of(one).path);
    test.no_layouts = offered.problem;
    if (!offered.layouts || !test.failure.empty()) continue;
    here.layouts = offered.layouts.get();
    test.layout = layout_spread(
        one, measured_twins(one, settings, twice, how.seed, here).result,
        settings);
    if (!test.layout) test.no_layouts = "the budget does not hold ten layouts";
  }
  return tests;
}

}  // namespace spl::runner
