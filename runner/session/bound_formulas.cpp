#include "runner/session/bound_formulas.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runner/formulas/trusted_texts.hpp"
#include "runner/session/deciding.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner {
namespace {

/// Whether the command is about all that there is if no formula says what.
bool takes_all(Binding binding, const Origin& origin) {
  const auto* given = std::get_if<GivenObservations>(&origin.source);
  return binding == Binding::kList ||
         (binding == Binding::kPlan && given != nullptr &&
          given->groups.empty());
}

/// Throws if the methods of a formula are not known: it would hold without any
/// relation.
void require_known(const Suite& suite) {
  for (const SuiteFormula& one : suite.formulas) {
    if (!one.unknown) continue;
    throw PlainError("no program with the workloads of " + one.label +
                     " is known; give one with -p PROGRAM or as \"program\" "
                     "in spl.json");
  }
}

/// Adds the formulas once more for each further metric of a list.
void add_metrics(const std::vector<FormulaText>& all, const Origin& origin,
                 const Invocation& invocation, Suite& suite) {
  for (std::size_t i = 1; i < invocation.metrics.size(); ++i) {
    SettingLayers layers = invocation.layers;
    layers.command_line.push_back({"metric", invocation.metrics[i]});
    Suite again = read_suite(all, origin.catalogue(), layers);
    std::move(again.formulas.begin(), again.formulas.end(),
              std::back_inserter(suite.formulas));
    std::move(again.errors.begin(), again.errors.end(),
              std::back_inserter(suite.errors));
    suite.declared += again.declared;
  }
}

/// Whether all performances of some formula can be measured.
bool has_measurable(const Suite& suite, const ProgramCatalogue& programs) {
  const auto is_measurable = [&](const logic::Relation& relation) {
    const auto all = logic::performances_of(relation);
    return std::all_of(all.begin(), all.end(), [&](const auto& one) {
      return programs.failure_of(one).empty();
    });
  };
  return std::any_of(suite.formulas.begin(), suite.formulas.end(),
                     [&](const auto& one) {
                       return std::any_of(one.relations.begin(),
                                          one.relations.end(), is_measurable);
                     });
}

/// Reads formulas about programs that were built. A name that none of them has
/// is no reason to lose the others, if there are any.
Suite suite_of(const std::vector<FormulaText>& all, Origin& origin,
               const SettingLayers& layers) {
  Suite suite = read_suite(all, origin.catalogue(), layers);
  if (suite.errors.empty() || !origin.revisions) return suite;
  auto& programs = std::get<ProgramCatalogue>(origin.source);
  if (programs.programs.empty()) return suite;
  const ProgramCatalogue before = programs;
  programs.catalogue.revisions[logic::kUnderTest];
  Suite others = read_suite(all, origin.catalogue(), layers);
  if (others.errors.empty() && has_measurable(others, programs)) return others;
  programs = before;
  return suite;
}

}  // namespace

ExitStatus bind_formulas(const Session& asked_for, Binding binding,
                         const WithFormulas& go_on) {
  const SettingLayers& layers = asked_for.invocation.layers;
  const std::vector<FormulaText> all = texts(asked_for.invocation);
  const bool measures =
      binding == Binding::kPlan || binding == Binding::kEvaluate;
  if (measures) require_trusted_texts(all, asked_for.invocation);
  Origin origin = measures ? origin_to_measure(all, layers, asked_for)
                           : origin_to_check(all, layers, asked_for);
  const Invocation invocation = suited(asked_for.invocation, origin);
  const Session session = asked_for.with(invocation);
  Suite suite = suite_of(all, origin, invocation.layers);
  if (binding == Binding::kEvaluate) {
    add_metrics(all, origin, invocation, suite);
  }
  if (!suite.errors.empty()) return reject(suite, origin, session);
  decide_as_measured(suite, origin);
  if (!takes_all(binding, origin) || !all.empty()) {
    check_selection(suite, all, invocation);
  }
  if (measures) {
    require_known(suite);
    keep_own_warnings(suite, origin, session);
    add_warnings(compare_programs(suite, origin), session);
  }
  return go_on(std::move(suite), origin, session);
}

}  // namespace spl::runner
