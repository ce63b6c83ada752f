#include "runner/findings/relation_end.hpp"

#include <algorithm>
#include <limits>

namespace spl::runner {
namespace {

/// Returns the least count of all performances.
std::size_t fewest(const logic::Relation& relation,
                   const logic::Experiment& experiment,
                   std::size_t (statistics::Sample::*count)() const) {
  std::size_t result = std::numeric_limits<std::size_t>::max();
  for (const auto& term : relation.theta.terms()) {
    const auto& sample =
        std::get<statistics::Sample>(experiment.at(term.performance));
    result = std::min(result, (sample.*count)());
  }
  return result;
}

}  // namespace

const logic::Experiment& experiment_of(const Basis& basis) {
  static const logic::Experiment kNothing;
  return basis.evidence ? basis.evidence->experiment : kNothing;
}

void take_layouts(const Basis& basis, logic::DecisionSettings& how) {
  if (basis.layouts == 0) return;
  how.statistic = statistics::RunStatistic::kMean;
  how.quantile.reset();
}

std::size_t fewest_runs(const logic::Relation& relation,
                        const logic::Experiment& experiment) {
  return fewest(relation, experiment, &statistics::Sample::run_count);
}

bool is_plain_mean(const RelationInputs& inputs) {
  return inputs.basis.stopped.why == Stop::kData &&
         logic::asked(inputs.settings.deciding) == logic::Statistic::kMean;
}

bool has_one_look(const RelationInputs& inputs) {
  const Basis& basis = inputs.basis;
  return basis.evidence &&
         (basis.stopped.why == Stop::kData || basis.layouts > 1 ||
          !is_sequential(inputs.settings));
}

std::size_t units_of(const RelationInputs& inputs) {
  const auto& [relation, settings, basis] = inputs;
  if (!basis.evidence || is_plain_mean(inputs) ||
      !logic::are_parts_asked(relation, settings.deciding)) {
    return 0;
  }
  const logic::Experiment& experiment = basis.evidence->experiment;
  std::size_t units = 0;
  for (const auto& term : relation.theta.terms()) {
    const auto found = experiment.find(term.performance);
    const auto* sample = found == experiment.end()
                             ? nullptr
                             : std::get_if<statistics::Sample>(&found->second);
    if (sample == nullptr) return 0;
    if (units > 0 && sample->run_count() != units) return 0;
    units = sample->run_count();
  }
  return units < 2 ? 0 : units;
}

logic::UnitSamples units(const RelationInputs& inputs) {
  const auto& [relation, settings, basis] = inputs;
  const Evidence& evidence = *basis.evidence;
  const bool are_layouts = basis.layouts > 0;
  const bool is_given = basis.stopped.why == Stop::kData;
  const std::size_t made = units_of(inputs);
  const std::size_t calls =
      is_given ? fewest(relation, evidence.experiment,
                        &statistics::Sample::observation_count)
               : evidence.calls;  // An observation is of one call at least.
  // Layouts have their number from outside. No budget is short for what is
  // given. A busy machine makes fewer blocks than were planned.
  const bool has_no_more = are_layouts || basis.stopped.is_last;
  const std::size_t planned = is_given      ? 2 * statistics::kUnitsForMeans
                              : has_no_more ? made
                                            : basis.planned;
  statistics::Needed needed =
      needed_of(planned, made, calls, evidence.are_processes);
  needed.may_have_more = !is_given;
  return {evidence.experiment,
          are_layouts ? evidence.plain : evidence.experiment,
          are_layouts ? statistics::RunStatistic::kMean
                      : settings.deciding.statistic,
          calls, needed};
}

std::optional<logic::PartsDecision> parts_of(const RelationInputs& inputs,
                                             const LookLevel& level,
                                             double alpha) {
  if (units_of(inputs) == 0) return std::nullopt;
  const Settings& settings = inputs.settings;
  return logic::decide_parts(inputs.relation, units(inputs),
                             {level.parts,
                              alpha,
                              *settings.deciding.shares,
                              {settings.resolution, settings.mean_resolution}});
}

LookLevel level_of(const RelationInputs& inputs, double alpha) {
  const Basis& basis = inputs.basis;
  if (!basis.evidence) return {alpha};
  if (!has_one_look(inputs)) {
    return {basis.stopped.level, basis.stopped.parts};
  }
  LookRule rule = look_rule(inputs.relation, inputs.settings, alpha);
  const std::size_t units = units_of(inputs);
  if (units == 0) rule.shares.reset();
  return single_look_level(units, rule);
}

}  // namespace spl::runner
