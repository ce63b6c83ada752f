#pragma once

#include <string>

#include "runner/findings/report.hpp"

namespace spl::runner {

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
  report.outcome = Evaluation{{formula}};
  return report;
}

/// The formula of report_of().
inline FormulaReport& only_formula(Report& report) {
  return std::get<Evaluation>(report.outcome).formulas.front();
}

}  // namespace spl::runner
