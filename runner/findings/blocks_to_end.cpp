#include "runner/findings/relation_end.hpp"

#include <algorithm>

#include "runner/measuring/family.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

bool would_end(const RelationInputs& inputs, std::size_t blocks, double alpha) {
  logic::UnitSamples samples = units(inputs);
  const std::size_t made = units_of(inputs);
  const std::size_t calls = samples.calls * blocks / made;
  const Basis& basis = inputs.basis;
  const std::size_t planned = basis.stopped.is_last ? 0 : basis.planned;
  samples.needed = needed_of(std::max(blocks, planned), blocks, calls,
                             basis.evidence->are_processes);
  if (blocks < samples.needed.units) return false;
  samples.calls = calls;
  samples.foreseen = blocks;
  const Settings& settings = inputs.settings;
  const LookRule rule = look_rule(inputs.relation, settings, alpha);
  const auto found =
      logic::decide_parts(inputs.relation, samples,
                          {look_plan(blocks, rule).levels.back().parts,
                           alpha,
                           *rule.shares,
                           {settings.resolution, settings.mean_resolution}});
  return found && (found->finding != logic::Finding::kIndistinct ||
                   found->rules_out_change);
}

}  // namespace

std::optional<std::size_t> blocks_to_end(const RelationInputs& inputs,
                                         double alpha) {
  const std::size_t made = units_of(inputs);
  if (made == 0 || inputs.basis.layouts > 0) return std::nullopt;
  std::size_t few = made;
  std::size_t enough = std::max(made + 1, statistics::kFewestUnits);
  while (!would_end(inputs, enough, alpha)) {
    few = enough;
    enough *= 2;
    if (is_out_of_reach(static_cast<double>(enough))) return std::nullopt;
  }
  constexpr std::size_t kPrecision = 20;
  while (enough - few > std::max<std::size_t>(1, few / kPrecision)) {
    const std::size_t middle = few + (enough - few) / 2;
    (would_end(inputs, middle, alpha) ? enough : few) = middle;
  }
  return enough;
}

}  // namespace spl::runner
