#include "runner/findings/ratio_precision.hpp"

#include <algorithm>
#include <cmath>

#include "spl/logic/nonparametric_interval.hpp"

namespace spl::runner {
namespace {

void take_ratio(const RelationInputs& inputs, logic::DecisionSettings how,
                const logic::History& history, RelationReport& report) {
  const Basis& basis = inputs.basis;
  Basis longer = basis;
  longer.evidence = basis.of_ratio;
  how.alpha = basis.stopped.level_of_ratio.level;
  const logic::Experiment& experiment = longer.evidence->experiment;
  logic::Decision found =
      logic::decide(inputs.relation, experiment, how, history);
  logic::add_nonparametric_interval(inputs.relation, experiment, how, history,
                                    found);
  const auto parts = parts_of({inputs.relation, inputs.settings, longer},
                              basis.stopped.level_of_ratio, report.alpha);
  logic::Decision& decision = report.decision;
  decision.difference = found.difference;
  decision.ratio = parts && parts->ratio ? *parts->ratio : found.ratio;
  if (!parts || !report.parts) return;
  report.parts->mean = parts->mean;
  report.parts->lower = parts->lower;
  report.parts->upper = parts->upper;
}

}  // namespace

void add_precision(const RelationInputs& inputs,
                   const logic::DecisionSettings& how,
                   const logic::History& history, RelationReport& report) {
  const auto& [relation, settings, basis] = inputs;
  if (!basis.evidence || report.blocks == 0 ||
      report.decision.verdict == logic::Verdict::kError) {
    return;
  }
  if (basis.of_ratio) take_ratio(inputs, how, history, report);
  Precision precision{settings.precision,
                      logic::half_width(report.decision, report.parts),
                      std::max(basis.stopped.blocks_of_ratio, report.blocks)};
  if (precision.reached && *precision.reached > precision.wanted) {
    const double times = *precision.reached / precision.wanted;
    precision.blocks_needed =
        block_count(static_cast<double>(precision.blocks) * times * times);
  }
  report.precision = precision;
}

std::size_t block_count(double blocks) {
  constexpr double kMost = 9e18;
  return static_cast<std::size_t>(std::min(std::ceil(blocks), kMost));
}

}  // namespace spl::runner
