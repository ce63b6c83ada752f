#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runner/reports/decided_formulas.hpp"
#include "runner/reports/formula_block.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kLineIndent = 4;

/// The formulas that the detail asks for, so that the eye ends at what counts.
std::vector<const FormulaReport*> in_order(
    const std::vector<FormulaReport>& formulas, Detail detail) {
  using logic::Verdict;
  constexpr std::array kOrder{Verdict::kHolds, Verdict::kUndecided,
                              Verdict::kError, Verdict::kViolated};
  std::vector<const FormulaReport*> result;
  for (const Verdict verdict : kOrder) {
    if (detail == Detail::kQuiet && verdict == Verdict::kHolds) continue;
    for (const FormulaReport& one : formulas) {
      if (one.verdict == verdict) result.push_back(&one);
    }
  }
  return result;
}

/// The quotients of ratios here and elsewhere (figure 7 of the SPL paper).
std::string portability_summary(const std::vector<FormulaReport>& formulas) {
  std::vector<double> all;
  const RelationReport* worst = nullptr;
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& one : formula.relations) {
      if (!one.portability) continue;
      all.push_back(*one.portability);
      if (worst == nullptr || *one.portability > *worst->portability) {
        worst = &one;
      }
    }
  }
  if (worst == nullptr) return {};
  std::ranges::sort(all);
  const auto share = [&](double limit) {
    const auto end = std::ranges::upper_bound(all, limit);
    return fmt::format("{:.0f} %", 100.0 *
                                       static_cast<double>(end - all.begin()) /
                                       static_cast<double>(all.size()));
  };
  return fmt::format(
      "portability of {} (1: the ratio is the same there): median {}, {} "
      "within 1.1, {} within 1.5, {} within 2; worst {}: {}\n",
      counted(all.size(), "relation"), ratio_text(statistics::median(all)),
      share(1.1), share(1.5), share(2), ratio_text(*worst->portability),
      foreign_name(worst->text));
}

}  // namespace

std::string formulas_text(const std::vector<FormulaReport>& all, Style style) {
  constexpr std::size_t kMostRelations = 24;
  std::size_t relations = 0;
  for (const FormulaReport& one : all) relations += one.relations.size();
  const bool is_only = all.size() == 1 && all.front().file.starts_with('<');
  const BlockStyle how{
      style, style.has_headings && !is_only ? Place::kShown : Place::kNone,
      relations > kMostRelations && style.detail != Detail::kVerbose
          ? Rows::kNearest
          : Rows::kEach};
  std::string text;
  for (const FormulaReport* one : in_order(all, style.detail)) {
    text += block_of(*one, how);
  }
  return text;
}

std::string DecidedFormulas::section(const Report& /*report*/,
                                     const Style& style) const {
  const std::string portability = portability_summary(found.formulas);
  return formulas_text(found.formulas, style) +
         (portability.empty()
              ? portability
              : wrapped(portability, {style.most_columns(), kLineIndent}));
}

}  // namespace spl::runner
