#include "runner/session/commit_evaluation.hpp"

#include <chrono>
#include <cmath>
#include <utility>

#include "runner/measuring/equal_builds.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

/// Drops what the report has of another commit; the machines are the same.
void clear(const Session& session) {
  Report fresh;
  fresh.context = session.report.context;
  fresh.context.seed = session.seed;
  fresh.settings = session.report.settings;
  fresh.hosts = session.report.hosts;
  session.report = std::move(fresh);
}

void give_time(Suite& suite, double evaluations) {
  for (SuiteFormula& formula : suite.formulas) {
    Settings& settings = formula.settings;
    if (!settings.familywise) formula.familywise = 0;
    settings.budget = std::chrono::nanoseconds(std::llround(
        static_cast<double>(settings.budget.count()) * evaluations));
    if (settings.runs) {
      *settings.runs *= static_cast<std::size_t>(evaluations);
    }
  }
}

/// Returns how many of the given evaluations the formulas took.
double evaluations_spent(const Suite& suite,
                         const std::vector<FormulaReport>& found,
                         double given) {
  std::chrono::duration<double> budget{};
  double seconds = 0;
  for (std::size_t i = 0; i < suite.formulas.size(); ++i) {
    const SuiteFormula& formula = suite.formulas[i];
    if (formula.settings.runs) return given;
    budget += formula.settings.budget * formula.relations.size();
    seconds += found[i].seconds;
  }
  return budget.count() > 0 ? given * seconds / budget.count() : 0;
}

}  // namespace

Session with_seed(std::uint64_t seed, const Session& session) {
  return {session.invocation, session.world, seed,
          session.report,     session.signs, session.history};
}

const std::vector<FormulaReport>& formulas_in(const Report& report) {
  static const std::vector<FormulaReport> kNone;
  const auto* formulas = formulas_of(report);
  return formulas != nullptr ? *formulas : kNone;
}

std::string reason_of_skip(const Report& report) {
  for (const FormulaReport& formula : formulas_in(report)) {
    for (const RelationReport& relation : formula.relations) {
      if (relation.decision.verdict == logic::Verdict::kError) {
        return relation.decision.reason;
      }
    }
  }
  return report.errors.empty() ? "" : report.errors.front().message;
}

CommitFinding evaluate_commit(const BisectionSubject& subject,
                              const Revision& commit, double evaluations,
                              const Session& session) {
  Report& report = session.report;
  clear(session);
  subject.revisions.set_under_test(commit);
  const RevisionsOfTexts& used = subject.used;
  ProgramCatalogue programs = [&] {
    const ProgressLine progress(session);
    return subject.revisions.build(used.selected, {}, session.world.launcher,
                                   building_progress(session), report.warnings);
  }();
  if (programs.failures.contains(logic::kUnderTest)) {
    report.errors.push_back(
        {"", 0, 0, programs.failures.at(logic::kUnderTest), ""});
    return {};
  }
  for (const std::string& name : used.named) {
    programs.catalogue.revisions.try_emplace(name);
  }
  report_revisions(subject.revisions, used.selected.named, programs, session);
  const Invocation& invocation = session.invocation;
  Suite suite =
      read_suite(subject.texts, programs.catalogue, invocation.layers);
  report.errors = suite.errors;
  if (!suite.errors.empty()) return {};
  check_selection(suite, subject.texts, invocation);
  add_warnings(compare_sources(suite, programs, subject.revisions), session);
  leave_unoptimised_open(suite, programs);
  give_time(suite, evaluations);
  const MeasuringTime time(session.world);
  const Origin origin{std::move(programs)};
  const LaidOut laid_out = lay_out(suite, origin, invocation.settings, session);
  OpenedSources opened = watched_sources(suite, &subject.revisions);
  try {
    const Evaluation& found =
        report_evaluation(suite, observations(suite, origin, laid_out, session),
                          evaluation_inputs(origin, laid_out, session), report);
    keep_findings(found.formulas, session);
  } catch (const LayoutError&) {
    require_programs(&subject.revisions);
    throw;
  }
  if (!reason_of_skip(report).empty()) require_programs(&subject.revisions);
  add_sentences(opened.warnings(), session);
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  const auto& found = formulas_in(report);
  return {standing(found), evaluations_spent(suite, found, evaluations)};
}

}  // namespace spl::runner
