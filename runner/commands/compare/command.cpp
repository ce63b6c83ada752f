#include <memory>
#include <vector>

#include "runner/commands/compare/comparison.hpp"
#include "runner/formulas/command_line.hpp"
#include "runner/session/interim_reports.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner::command {
namespace {

/// The commands are compared as they are: nobody asks for other layouts.
LaidOut as_they_are(Suite& suite) {
  LaidOut result;
  for (SuiteFormula& formula : suite.formulas) {
    formula.settings.heap = heap_place(formula.settings);
    formula.settings.layouts = 1;
    for (const logic::Relation& one : formula.relations) {
      result.in_one_layout.merge(logic::performances_of(one));
    }
  }
  return result;
}

/// Returns the exit status of a comparison. Evidence of either direction is an
/// answer, too: nobody claims that the commands take the same.
ExitStatus status_of(const Comparison& found, Undecided undecided) {
  if (found.formula.verdict == logic::Verdict::kError) {
    return ExitStatus::kFailed;
  }
  const bool is_open = !found.less && !found.are_alike;
  return is_open && undecided != Undecided::kPass ? ExitStatus::kUndecided
                                                  : ExitStatus::kFound;
}

ExitStatus run_compare(const Session& session) {
  const Invocation& invocation = session.invocation;
  const auto& commands = invocation.line.commands;
  const FormulaText text{"<compare>", joined_calls(commands, " = "),
                         FormulaText::Origin::kOption, 1};
  const Origin origin = commands_to_measure(session);
  Suite suite = read_suite({text}, origin.catalogue(), invocation.layers);
  if (!suite.errors.empty()) return reject(suite, origin, session);
  suite.formulas.front().label.clear();  // The user wrote no formula.
  Report& report = session.report;
  const MeasuringTime time(session.world);
  const LaidOut laid_out = as_they_are(suite);
  const EvaluationInputs inputs = evaluation_inputs(origin, laid_out, session);
  InterimReports interim(suite, inputs, session);
  const Evaluation& found = report_evaluation(
      suite, observations(suite, origin, laid_out, session, &interim), inputs,
      report);
  keep_findings(found.formulas, session);
  Comparison result =
      comparison(found.formulas.front(), commands, report.performances);
  const ExitStatus status = status_of(result, invocation.settings.undecided);
  report.outcome = std::make_shared<Comparison>(std::move(result));
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  write_reports(session);
  return status;
}

}  // namespace

std::vector<CommandRow> compare() {
  return {
      {Mode::kCompare, "compare", "CMD CMD...",
       "says which command is faster, or ranks more than two",
       "compare './convert a.xml' './convert-old a.xml'",
       "A command is one word of the shell, and is started without a shell. "
       "Two "
       "folders, or\nreadable files that end in .json, .xml or .csv, are "
       "reports: the old one and the new\none, compared as guard does.",
       "which compares commands as they are", "diff", run_compare}};
}

}  // namespace spl::runner::command
