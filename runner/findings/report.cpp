#include "runner/findings/report.hpp"

#include "runner/findings/formula_report.hpp"

namespace spl::runner {

std::string good_commit(const std::vector<RevisionReport>& all) {
  std::string good;
  bool is_tested = false;
  for (const RevisionReport& one : all) {
    if (one.name.empty()) {
      if (one.revision.dirty) return {};
      is_tested = true;
    } else if (!good.empty()) {
      return {};
    } else {
      good = one.revision.id.substr(0, 10);
    }
  }
  return is_tested ? good : std::string();
}

const std::vector<FormulaReport>* formulas_of(const Report& report) {
  return report.outcome ? report.outcome->decided() : nullptr;
}

logic::Dimension dimension(const PerformanceReport& one, const Report& report) {
  if (!one.metric) return report.quantity.dimension;
  return is_time(*one.metric) ? logic::Dimension::kTime
                              : logic::Dimension::kCount;
}

}  // namespace spl::runner
