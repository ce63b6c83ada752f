#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/reports/decided_formulas.hpp"

namespace spl::runner {

/// The outcome of an evaluation that decided these.
inline std::shared_ptr<const Outcome> outcome_of(
    std::vector<FormulaReport> formulas) {
  return std::make_shared<DecidedFormulas>(Evaluation{std::move(formulas)});
}

/// The formulas of a report that a test makes.
inline std::vector<FormulaReport>& formulas_in(Report& report) {
  return const_cast<std::vector<FormulaReport>&>(*formulas_of(report));
}

/// A report of one formula, `LABEL` at perf/sort.spl:7.
inline Report report_of(const std::string& label, logic::Verdict verdict) {
  FormulaReport formula;
  formula.label = label;
  formula.file = "sort.spl";
  formula.line = 7;
  formula.text = "f(1) <= g(1)";
  formula.verdict = verdict;
  RelationReport relation;
  relation.text = "f(1) <= g(1)";
  relation.decision.reason = "too few observations";
  formula.relations.push_back(relation);
  Report report;
  report.context = {
      "host",          2,         "GCC 12", "2026-01-02T03:04:05Z", 42,
      "/project/perf", "/project"};
  report.outcome = outcome_of({formula});
  return report;
}

/// The formula of report_of().
inline FormulaReport& only_formula(Report& report) {
  return formulas_in(report).front();
}

}  // namespace spl::runner
