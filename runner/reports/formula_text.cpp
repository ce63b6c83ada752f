#include "runner/reports/formula_text.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  const auto found = std::ranges::count_if(
      formulas, [&](const auto& one) { return one.verdict == verdict; });
  return static_cast<std::size_t>(found);
}

}  // namespace

std::string name_of(const FormulaReport& formula) {
  return formula.label + metric_note(formula);
}

std::string label_of(const FormulaReport& formula) {
  return formula.label_is_made ? "" : formula.label;
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
    if (one.kind == kind && ++count <= kMost) steps.push_back(one.text);
  }
  if (count > kMost) {
    steps.push_back(fmt::format("... and {} more", count - kMost));
  }
  return steps;
}

std::string weakly_text(const std::vector<FormulaReport>& formulas) {
  const auto weak = std::ranges::count_if(
      formulas, [](const FormulaReport& one) { return one.is_weak; });
  if (weak == 0) return {};
  const std::size_t held = count(formulas, Verdict::kHolds);
  if (held == 1) return " weakly";
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
