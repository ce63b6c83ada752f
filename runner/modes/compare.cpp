#include <algorithm>
#include <filesystem>
#include <string>

#include "runner/findings/comparison.hpp"
#include "runner/formulas/compared_commands.hpp"
#include "runner/modes/interim_reports.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/measuring_time.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner::modes {
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

/// Whether a word is the path of a report. Commands are written ./a.json.
bool is_report(const std::string& word) {
  std::error_code ignored;
  return (word.ends_with(".json") || word.ends_with(".xml")) &&
         !word.starts_with("./") && std::filesystem::exists(word, ignored);
}

}  // namespace

ExitStatus compare(const Session& session) {
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
  report.outcome = std::move(result);
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  write_reports(session);
  return status;
}

bool compares_reports(const Session& session) {
  const auto& words = session.invocation.line.commands;
  return !words.empty() && std::all_of(words.begin(), words.end(), is_report);
}

ExitStatus compare_reports(const Session& session) {
  Invocation invocation = session.invocation;
  const std::vector<std::string> words = invocation.line.commands;
  if (words.size() != 2) {
    throw PlainError(
        "compare takes two reports, the old one and the new one; for several "
        "of each write spl-run guard --data old=FILE --data new=FILE ...");
  }
  invocation.line.mode = Mode::kGuard;
  invocation.line.command = "guard";
  invocation.line.commands.clear();
  auto& typed = invocation.line.typed;
  std::erase_if(typed, [](const TypedPart& one) { return one.option.empty(); });
  for (const std::string& set : {"old=" + words[0], "new=" + words[1]}) {
    typed.push_back({"data", set});
    for (Settings* one : {&invocation.settings, &invocation.layers.base,
                          &session.report.settings}) {
      one->data.push_back(set);
    }
  }
  return guard(session.with(invocation));
}

}  // namespace spl::runner::modes
