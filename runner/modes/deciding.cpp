#include "runner/modes/deciding.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "runner/measuring/unoptimised.hpp"
#include "runner/modes/interim_reports.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/stored_evidence.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/iso_time.hpp"

namespace spl::runner {
namespace {

/// The age of blocks that --reuse takes.
constexpr std::chrono::hours kReusable{1};

Evaluation& decide_as_it_is(Suite& suite, const Origin& origin,
                            const Session& session) {
  const LaidOut laid_out =
      lay_out(suite, origin, session.invocation.settings, session);
  const EvaluationInputs inputs = evaluation_inputs(origin, laid_out, session);
  InterimReports interim(suite, inputs, session);
  Evaluation& found = report_evaluation(
      suite, observations(suite, origin, laid_out, session, &interim), inputs,
      session.report);
  keep_findings(found.formulas, session);
  return found;
}

/// Returns what the store has of a suite that programs measure. The launcher is
/// asked for the machine.
StoredEvidence evidence_for(const Suite& suite, const Origin& origin,
                            const std::string& since, const Session& session) {
  prepare_launcher(session);
  const ProgramCatalogue& programs = *origin.programs();
  return stored_evidence(suite, programs,
                         linked_programs(suite, programs, session), since,
                         session);
}

Evaluation& decide_on(StoredEvidence evidence, Suite& suite,
                      const Session& session) {
  session.report.stored = std::move(evidence.evaluations);
  const Origin stored{std::move(evidence.observations)};
  return decide_as_it_is(suite, stored, session);
}

/// Throws PlainError if the store lacks blocks of a relation.
StoredEvidence whole_evidence(const Suite& suite, const Origin& origin,
                              const Session& session) {
  StoredEvidence evidence = evidence_for(suite, origin, {}, session);
  const auto& missing = evidence.missing;
  if (missing.empty()) return evidence;
  const std::size_t others = missing.size() - 1;
  throw PlainError(
      "--from-history: the store has no blocks of " + missing.front() +
      (others == 0   ? ""
       : others == 1 ? " and 1 other relation"
                     : " and " + std::to_string(others) + " other relations") +
      " for these programs on this machine; measure first, without "
      "--from-history");
}

void halve_levels(Suite& suite) {
  for (SuiteFormula& formula : suite.formulas) {
    formula.settings.deciding.alpha /= 2;
    formula.familywise /= 2;
  }
}

/// Returns whether blocks were planned as fresh ones would be.
bool are_as_asked(const std::vector<ReportedGroup>& groups,
                  const std::optional<std::size_t>& runs) {
  return std::all_of(
      groups.begin(), groups.end(), [&](const ReportedGroup& group) {
        return runs ? group.facts.planned == *runs : group.facts.has_looks;
      });
}

/// Returns whether all formulas are decided, and no relation by the want of
/// further blocks.
bool is_decided(const Evaluation& evaluation) {
  for (const FormulaReport& formula : evaluation.formulas) {
    if (formula.verdict != logic::Verdict::kHolds &&
        formula.verdict != logic::Verdict::kViolated) {
      return false;
    }
    for (const RelationReport& relation : formula.relations) {
      if (relation.stopped == Stop::kReport) return false;
    }
  }
  return true;
}

Evaluation& reuse_or_measure(Suite& suite, const Origin& origin,
                             const Session& session) {
  const std::string since = time_before(session.world.context.time, kReusable);
  StoredEvidence evidence = evidence_for(suite, origin, since, session);
  const auto& groups = evidence.observations.groups;
  if (!evidence.missing.empty() || groups.empty() ||
      !are_as_asked(groups, session.invocation.settings.runs)) {
    return decide_as_it_is(suite, origin, session);
  }
  halve_levels(suite);
  Suite again = suite;  // Stored blocks set its plans.
  const Report before = session.report;
  Evaluation& found = decide_on(std::move(evidence), again, session);
  if (is_decided(found)) return found;
  session.report = before;
  return decide_as_it_is(suite, origin, session);
}

}  // namespace

GivenObservations observations_of_history(const Suite& suite,
                                          const Origin& origin,
                                          const Session& session) {
  StoredEvidence evidence = whole_evidence(suite, origin, session);
  session.report.stored = std::move(evidence.evaluations);
  return std::move(evidence.observations);
}

Evaluation& decide(Suite& suite, const Origin& origin, const Session& session) {
  const Settings& settings = session.invocation.settings;
  const bool can_measure = origin.programs() != nullptr;
  if (can_measure) leave_unoptimised_open(suite, *origin.programs());
  if (can_measure && settings.from_history) {
    return decide_on(whole_evidence(suite, origin, session), suite, session);
  }
  if (can_measure && settings.reuse) {
    return reuse_or_measure(suite, origin, session);
  }
  return decide_as_it_is(suite, origin, session);
}

}  // namespace spl::runner
