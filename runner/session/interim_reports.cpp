#include "runner/session/interim_reports.hpp"
#include "runner/reports/decided_formulas.hpp"

#include <algorithm>
#include <memory>

#include "runner/measuring/family.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/session/reporting.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

// Open relations have news after each block.
constexpr double kInterval = 1;

constexpr double kMostShare = 0.01;  ///< A share of the time, for each pace.

bool is_open(const RelationReport& relation) {
  return relation.stopped == Stop::kOpen;
}

bool is_ended(const FormulaReport& formula) {
  return std::ranges::none_of(formula.relations, is_open);
}

/// Returns the verdict; families of single looks are decided in the end.
std::string outcome(const Suite& suite, const FormulaReport& formula,
                    const SuiteFormula& asked) {
  const bool is_final =
      !may_step_down(suite, asked) || formula.verdict == logic::Verdict::kError;
  return is_final ? std::string(to_text(formula.verdict)) : "measured";
}

}  // namespace

InterimReports::InterimReports(const Suite& suite,
                               const EvaluationInputs& inputs,
                               const Session& session)
    : suite_(suite),
      session_(session),
      targets_(interim_targets_of(session.invocation)),
      evaluation_(suite, inputs),
      reported_(suite.formulas.size()),
      seen_(evaluation_.known().size()) {}

void InterimReports::Pace::took(double begin, double end, double least) {
  due = end + std::max(least, (end - begin) / kMostShare);
}

bool InterimReports::has_news(std::size_t ended, double now) const {
  if (ended == ended_) return of_open_.is_due(now);
  // The end after the last block may take long, too.
  return of_ended_.is_due(now) || ended == evaluation_.known().size();
}

void InterimReports::look(std::size_t ended, const SoFar& so_far) {
  if (targets_.empty() && !session_.signs.is_on()) return;
  const double now = session_.world.clock.seconds();
  if (!begun_) begun_ = now;
  if (!has_news(ended, now)) return;
  const bool looks_at_open = of_open_.is_due(now);
  add(so_far, looks_at_open);
  report_formulas(now);
  report_what_is_seen();
  if (!targets_.empty()) write();
  ended_ = ended;
  const double end = session_.world.clock.seconds();
  if (looks_at_open) {
    of_open_.took(now, end, kInterval);
  } else {
    of_ended_.took(now, end, 0);
  }
}

void InterimReports::add(const SoFar& so_far, bool looks_at_open) {
  std::vector<bool> skipped = evaluation_.known();
  if (!looks_at_open) {
    const Observations ends = so_far(std::vector<bool>(skipped.size(), true));
    for (std::size_t i = 0; i < skipped.size(); ++i) {
      const Stopped& end = ends.bases[i].stopped;
      const bool is_new = end.blocks > 0 && !seen_[i];
      if (end.why == Stop::kOpen && !is_new) skipped[i] = true;
    }
  }
  const Observations there = so_far(skipped);
  evaluation_.add(there, skipped);
  for (std::size_t i = 0; i < skipped.size(); ++i) {
    if (!skipped[i] && there.bases[i].stopped.blocks > 0) seen_[i] = true;
  }
}

void InterimReports::report_formulas(double now) {
  const std::vector<FormulaReport>& formulas = evaluation_.formulas();
  const Mode mode = session_.invocation.line.mode;
  if (mode == Mode::kCompare) return;  // The user wrote no formula.
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const FormulaReport& formula = formulas[i];
    if (reported_[i] || !is_ended(formula)) continue;
    reported_[i] = true;
    // Claims that hold may be hundreds.
    if (mode == Mode::kGuard && formula.verdict == logic::Verdict::kHolds)
      continue;
    const auto done = std::ranges::count(reported_, true);
    session_.signs.note(
        foreign_name(place_of(suite_.formulas[i])) +
        outcome(suite_, formula, suite_.formulas[i]) + "; " +
        std::to_string(done) + " of " + std::to_string(formulas.size()) +
        (formulas.size() == 1 ? " formula in " : " formulas in ") +
        seconds_text(now - *begun_));
  }
}

/// Reports the first open relation, and the number of others.
void InterimReports::report_what_is_seen() {
  std::string text;
  std::size_t open = 0;
  for (const FormulaReport& formula : evaluation_.formulas()) {
    for (const RelationReport& relation : formula.relations) {
      if (!is_open(relation)) continue;
      if (open == 0) {
        text = relation.text + ' ' + effect_text(relation, formula.dimension);
      }
      ++open;
    }
  }
  if (open > 1) text += ", and " + std::to_string(open - 1) + " more are open";
  session_.signs.see(std::move(text));
}

void InterimReports::write() {
  Report report = session_.report;
  report.is_complete = false;
  report.outcome =
      std::make_shared<DecidedFormulas>(Evaluation{evaluation_.formulas()});
  report.seconds = session_.world.clock.seconds() - *begun_;
  write_files_if_possible(report, targets_, session_.world.json);
}

}  // namespace spl::runner
