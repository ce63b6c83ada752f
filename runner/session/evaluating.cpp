#include "runner/session/evaluating.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/findings/report.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/measuring/family.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/explaining/explanation.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "spl/logic/decision.hpp"

namespace spl::runner {
namespace {

bool has_failed(const Evaluation& evaluation) {
  const auto& formulas = evaluation.formulas;
  return std::ranges::any_of(formulas, [](const FormulaReport& one) {
    return one.verdict == logic::Verdict::kError;
  });
}

bool is_found(const RelationReport& relation) {
  return relation.decision.finding == logic::Finding::kGreater ||
         relation.decision.finding == logic::Finding::kLess;
}

/// Returns whether a relation that found nothing would find something at a
/// higher level.
bool would_be_found(const RelationReport& relation, double level) {
  const auto* test = logic::deciding_test(relation.decision);
  if (is_found(relation) || test == nullptr) return false;
  return std::min(test->p_greater.value_or(1), test->p_less.value_or(1)) <=
         level;
}

/// Returns whether a relation's finding is the same at a level that is no
/// higher.
bool is_found_alike(const RelationReport& relation, double level) {
  if (relation.alpha == level || !is_found(relation)) return true;
  const auto* test = logic::deciding_test(relation.decision);
  return test != nullptr && std::min(test->p_greater.value_or(1),
                                     test->p_less.value_or(1)) <= level;
}

/// The repetition of a formula without the others of its family.
struct Alone {
  bool is_possible = true;      ///< Some level finds what its levels found.
  std::optional<double> level;  ///< Absent: the one it has by itself.
};

/// Relations of a family that stepped down have different levels: what was
/// found is found again at the highest of those that found something.
Alone alone(const SuiteFormula& formula, const FormulaReport& report,
            std::size_t family) {
  Suite single;
  single.formulas.push_back(formula);
  single.declared = family;
  const std::vector<double> own = shared_alphas(single);
  double lowest = 1;
  double highest = 0;
  bool is_same = true;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const RelationReport& one = report.relations[i];
    is_same = is_same && is_found_alike(one, own[i]);
    lowest = std::min(lowest, one.alpha);
    if (is_found(one)) highest = std::max(highest, one.alpha);
  }
  if (is_same) return {};
  const double level = highest > 0 ? highest : lowest;
  const bool is_possible = std::ranges::none_of(
      report.relations,
      [&](const RelationReport& one) { return would_be_found(one, level); });
  return {is_possible, level};
}

/// Returns whether a label names one formula alone: files may share labels.
bool is_only(const std::string& label,
             const std::vector<FormulaReport>& formulas) {
  return std::ranges::count_if(formulas, [&](const FormulaReport& one) {
           return one.label == label;
         }) == 1;
}

/// Chooses a formula by its place, which keeps its level, or by the only text
/// of --formula that has it; returns false if its label has to do.
bool choose_by_place(const FormulaReport& formula,
                     const std::vector<FormulaReport>& formulas,
                     Repetition& again) {
  constexpr std::string_view kText = "<formula ";
  const bool is_text = formula.file.starts_with(kText);
  const auto alike =
      std::ranges::count_if(formulas, [&](const FormulaReport& one) {
        return one.file == formula.file &&
               (is_text || one.line == formula.line);
      });
  if (alike != 1 || again.keeps_filter || formula.file.empty()) return false;
  if (is_text) {
    again.text = std::stoul(formula.file.substr(kText.size()));
    return true;
  }
  if (formula.file.starts_with('<')) return false;
  again.place = fmt::format("{}:{}", formula.file, formula.line);
  return true;
}

/// Adds the commands that repeat all, and each formula that does not hold.
void add_commands(const Session& session, const Suite& suite, bool builds,
                  std::vector<FormulaReport>& formulas) {
  const bool needs_no_program =
      builds || !session.invocation.settings.data.empty();
  const std::string& program = session.world.context.program;
  const Call call = call_of(session.invocation);
  Repetition all;
  all.seed = session.seed;
  all.needs_no_program = needs_no_program;
  session.report.command = repeat_command(program, call, all);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    FormulaReport& one = formulas[i];
    if (one.verdict == logic::Verdict::kHolds) continue;
    Repetition again;
    const std::string& filter = session.invocation.settings.filter;
    again.keeps_filter = !filter.empty() && filter != "*";
    const bool is_chosen = formulas.size() > 1 || again.keeps_filter;
    const Alone found = alone(suite.formulas[i], one, family_size(suite));
    const bool has_place = is_chosen && choose_by_place(one, formulas, again);
    if (is_chosen && again.place.empty() && found.is_possible &&
        (has_place || is_only(one.label, formulas))) {
      if (!has_place) again.label = one.label;
      again.keeps_filter = false;
      again.level = found.level;
    } else {
      again.text = 0;
    }
    again.needs_no_program = needs_no_program;
    one.command = repeat_command(program, call, again);
    again.good = good_commit(session.report.revisions);
    if (one.verdict == logic::Verdict::kViolated && !again.good.empty()) {
      one.search = repeat_command(program, call, again);
    }
  }
}

/// Returns 1 if the left side takes more, -1 if it takes less, else 0.
int direction(const RelationReport& relation) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (ratio.lower && *ratio.lower > 1) return 1;
  return ratio.upper && *ratio.upper < 1 ? -1 : 0;
}

/// Says where the counts and the times of a formula disagree.
std::vector<std::string> disagreements(const std::vector<FormulaReport>& all) {
  std::vector<std::string> result;
  for (const FormulaReport& counts : all) {
    if (!is_counted({measured_metric(counts.metric)})) continue;
    for (const FormulaReport& times : all) {
      if (!is_time(measured_metric(times.metric)) ||
          times.text != counts.text ||
          times.relations.size() != counts.relations.size()) {
        continue;
      }
      for (std::size_t i = 0; i < times.relations.size(); ++i) {
        const int of_counts = direction(counts.relations[i]);
        if (of_counts * direction(times.relations[i]) >= 0) continue;
        result.push_back(fmt::format(
            "{}: the left side takes {} of {} and {} time: counts do not know "
            "what instructions wait for, such as caches, branches and one "
            "another",
            times.relations[i].text, of_counts < 0 ? "less" : "more",
            counts.metric, of_counts < 0 ? "more" : "less"));
      }
    }
  }
  return result;
}

ExitStatus evaluate(Suite suite, const Origin& origin, const Session& session,
                    const CompleteFormulas& complete) {
  Report& report = session.report;
  const MeasuringTime time(session.world);
  if (is_for_assertion(session.invocation.line) && suite.formulas.size() == 1) {
    suite.formulas.front().is_asserted = true;
  }
  Evaluation& found = decide(suite, origin, session);
  add_commands(session, suite, origin.revisions != nullptr, found.formulas);
  if (has_failed(found)) require_programs(origin.revisions.get());
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  add_sentences(disagreements(found.formulas), session);
  if (complete) complete(found, session);
  write_reports(session);
  explain_violated(suite, found.formulas, origin, session);
  return exit_status(found.formulas, session.invocation.settings.undecided);
}

}  // namespace

ExitStatus evaluate_formulas(const Session& session,
                             const CompleteFormulas& complete) {
  return bind_formulas(
      session, Binding::kEvaluate,
      [&](Suite suite, const Origin& origin, const Session& suited) {
        return evaluate(std::move(suite), origin, suited, complete);
      });
}

}  // namespace spl::runner
