#include "runner/reports/formula_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/terminal/relation_notes.hpp"
#include "runner/reports/terminal/side_texts.hpp"

namespace spl::runner {
namespace {

using logic::Verdict;

/// All verdicts, the worst first, as the exit status orders them.
constexpr std::pair<Verdict, const char*> kVerdicts[] = {
    {Verdict::kViolated, "violated"},
    {Verdict::kError, "failed"},
    {Verdict::kUndecided, "undecided"},
    {Verdict::kHolds, "hold"}};

std::size_t count(const std::vector<FormulaReport>& formulas, Verdict verdict) {
  const auto found =
      std::count_if(formulas.begin(), formulas.end(),
                    [&](const auto& one) { return one.verdict == verdict; });
  return static_cast<std::size_t>(found);
}

}  // namespace

std::string name_of(const FormulaReport& formula) {
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  return is_wall ? formula.label : formula.label + " [" + formula.metric + ']';
}

bool is_in_file(const FormulaReport& formula) {
  return !formula.file.empty() && !formula.file.starts_with('<');
}

std::vector<std::string> steps_of(const FormulaReport& formula,
                                  NextStep::Kind kind) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> steps;
  std::size_t count = 0;
  for (const NextStep& one : formula.next_steps) {
    if (one.kind != kind || ++count > kMost) continue;
    steps.push_back(one.text + (one.why.empty() ? "" : " (" + one.why + ')'));
  }
  if (count > kMost) {
    steps.push_back(fmt::format("... and {} more", count - kMost));
  }
  return steps;
}

std::vector<std::string> step_lines(const FormulaReport& formula) {
  std::vector<std::string> lines;
  for (const std::string& one : steps_of(formula, NextStep::Kind::kLoosen)) {
    lines.push_back("would hold: " + one);
  }
  for (const std::string& one : steps_of(formula, NextStep::Kind::kMeasure)) {
    lines.push_back("to settle: " + one);
  }
  return lines;
}

std::string explanation_of(const FormulaReport& formula) {
  std::string text = fmt::format("{}:{}: {}\n{}", formula.file, formula.line,
                                 verdict_text(formula), formula.text);
  for (const RelationReport& one : formula.relations) {
    text += fmt::format("\n  {}: {}: {}", one.text,
                        logic::to_text(one.decision.strength),
                        effect_and_sides(one, formula.dimension));
    const std::string others = disagreement_text(one);
    if (!others.empty()) text += "\n    " + others;
  }
  for (const std::string& step : step_lines(formula)) text += "\n  " + step;
  return text;
}

std::string overall_text(const Report& report) {
  const auto* formulas = formulas_of(report.outcome);
  if (!report.errors.empty() || formulas == nullptr) return "error";
  for (const auto& [verdict, text] : kVerdicts) {
    if (verdict != Verdict::kHolds && count(*formulas, verdict) > 0) {
      return text;
    }
  }
  return "all hold";
}

std::string weakly_text(const std::vector<FormulaReport>& formulas) {
  const auto weak =
      std::count_if(formulas.begin(), formulas.end(),
                    [](const FormulaReport& one) { return one.is_weak; });
  if (weak == 0) return {};
  const std::size_t held = count(formulas, Verdict::kHolds);
  if (held == 1) return ", weakly";
  if (static_cast<std::size_t>(weak) == held) return ", all weakly";
  return fmt::format(", {} of them weakly", weak);
}

std::string counts_text(const std::vector<FormulaReport>& formulas) {
  std::string text;
  for (const auto& [verdict, name] : kVerdicts) {
    const std::size_t number = count(formulas, verdict);
    if (number == 0) continue;
    const bool holds = verdict == Verdict::kHolds && number == 1;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number,
                        holds ? "holds" : name);
    if (verdict == Verdict::kHolds) text += weakly_text(formulas);
  }
  return text.empty() ? "no formulas" : text;
}

}  // namespace spl::runner
