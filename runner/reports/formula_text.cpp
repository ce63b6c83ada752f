#include "runner/reports/formula_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runner/reports/terminal_report.hpp"

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

std::vector<std::string> steps_of(const FormulaReport& formula) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> steps;
  std::map<NextStep::Kind, std::size_t> counts;
  for (const NextStep& one : formula.next_steps) {
    if (++counts[one.kind] > kMost) continue;
    steps.push_back(
        (one.kind == NextStep::Kind::kLoosen ? "would hold: " : "to settle: ") +
        one.text + (one.why.empty() ? "" : " (" + one.why + ')'));
  }
  return steps;
}

std::string explanation_of(const FormulaReport& formula) {
  std::string text = fmt::format("{}:{}: {}\n{}", formula.file, formula.line,
                                 logic::to_text(formula.verdict), formula.text);
  for (const RelationReport& one : formula.relations) {
    text += fmt::format("\n  {}: {}: {}", one.text,
                        logic::to_text(one.decision.strength),
                        effect_text(one, formula.dimension));
  }
  for (const std::string& step : steps_of(formula)) text += "\n  " + step;
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

std::string counts_text(const std::vector<FormulaReport>& formulas) {
  std::string text;
  for (const auto& [verdict, name] : kVerdicts) {
    const std::size_t number = count(formulas, verdict);
    if (number == 0) continue;
    const bool holds = verdict == Verdict::kHolds && number == 1;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number,
                        holds ? "holds" : name);
  }
  return text.empty() ? "no formulas" : text;
}

}  // namespace spl::runner
