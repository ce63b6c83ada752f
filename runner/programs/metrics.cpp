#include "runner/programs/metrics.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

void require_metrics(const SuiteFormula& formula,
                     const std::vector<workload::Metric>& wanted,
                     const ProgramCatalogue::Program& program) {
  for (const workload::MissingMetric& missing : program.missing) {
    if (std::find(wanted.begin(), wanted.end(), missing.metric) ==
        wanted.end()) {
      continue;
    }
    const std::string name(workload::to_text(missing.metric));
    throw ProgramError(formula.file + ":" + std::to_string(formula.line) +
                       ": " + formula.label + " needs the metric " + name +
                       ", but " + program.path + ' ' + missing.reason);
  }
}

}  // namespace

std::vector<workload::Metric> metrics(const Settings& settings) {
  std::vector<workload::Metric> result = {settings.metric};
  for (const workload::Metric one : settings.record) {
    if (one != settings.metric) result.push_back(one);
  }
  return result;
}

void require_metrics(const Suite& suite, const ProgramCatalogue& programs) {
  for (const SuiteFormula& formula : suite.formulas) {
    const std::vector<workload::Metric> wanted = metrics(formula.settings);
    for (const logic::Relation& relation : formula.relations) {
      for (const auto* side : {&relation.left, &relation.right}) {
        for (const auto& term : side->terms()) {
          require_metrics(formula, wanted,
                          programs.program_of(term.performance));
        }
      }
    }
  }
}

}  // namespace spl::runner
