#include "runner/findings/report.hpp"

namespace spl::runner {

const std::vector<FormulaReport>* formulas_of(const Outcome& outcome) {
  return std::visit(
      [](const auto& one) -> const std::vector<FormulaReport>* {
        if constexpr (requires { one.formulas; }) return &one.formulas;
        return nullptr;
      },
      outcome);
}

logic::Dimension dimension(const PerformanceReport& one, const Report& report) {
  if (!one.metric) return report.quantity.dimension;
  return is_time(*one.metric) ? logic::Dimension::kTime
                              : logic::Dimension::kCount;
}

}  // namespace spl::runner
