#include "runner/measuring/unoptimised.hpp"

namespace spl::runner {
namespace {

std::string lack_of_optimisation(const logic::Relation& relation,
                                 const ProgramCatalogue& programs) {
  for (const logic::Performance& one : performances_of(relation)) {
    if (programs.catalogue.is_build(one.revision)) continue;
    const ProgramCatalogue::Program& program = programs.program_of(one);
    if (program.build.optimized) continue;
    return program.path +
           " is built without optimisation: build it with "
           "-DCMAKE_BUILD_TYPE=Release, or give --allow-unoptimised";
  }
  return {};
}

}  // namespace

void leave_unoptimised_open(Suite& suite, const ProgramCatalogue& programs) {
  for (SuiteFormula& formula : suite.formulas) {
    const Settings& settings = formula.settings;
    if (settings.allow_unoptimised ||
        !depends_on_machine_code(settings.metric)) {
      continue;
    }
    for (logic::Relation& relation : formula.relations) {
      if (relation.theta.terms().empty()) continue;  // Nothing is measured.
      relation.unfit = lack_of_optimisation(relation, programs);
    }
  }
}

}  // namespace spl::runner
