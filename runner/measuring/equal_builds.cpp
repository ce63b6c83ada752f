#include "runner/measuring/equal_builds.hpp"

namespace spl::runner {
namespace {

using Program = ProgramCatalogue::Program;

[[noreturn]] void refuse(const SuiteFormula& formula, const Program& one,
                         const Program& other) {
  throw ProgramError(
      formula.file + ":" + std::to_string(formula.line) + ": " + formula.label +
      " compares programs that are built differently: " + one.path + " (" +
      to_text(one.build) + ") and " + other.path + " (" + to_text(other.build) +
      "); build them alike, or give --allow-different-builds if that is what "
      "you compare");
}

void require_equal_builds(const SuiteFormula& formula,
                          const logic::Relation& relation,
                          const ProgramCatalogue& programs) {
  const Program* first = nullptr;
  for (const auto* side : {&relation.left, &relation.right}) {
    for (const auto& term : side->terms()) {
      const Program& program = programs.program_of(term.performance);
      if (program.path.empty()) continue;
      if (first == nullptr) first = &program;
      if (to_text(first->build) != to_text(program.build)) {
        refuse(formula, *first, program);
      }
    }
  }
}

}  // namespace

std::string to_text(const workload::BuildFacts& build) {
  std::string text = build.compiler;
  text += build.optimized ? ", optimised" : ", without optimisation";
  if (build.assertions) text += ", with assertions";
  if (!build.sanitizers.empty()) {
    text += ", with sanitizers (" + build.sanitizers + ")";
  }
  if (!build.flags.empty()) text += ", flags " + build.flags;
  return text;
}

void require_equal_builds(const Suite& suite,
                          const ProgramCatalogue& programs) {
  for (const SuiteFormula& formula : suite.formulas) {
    if (formula.settings.allow_different_builds) continue;
    for (const logic::Relation& relation : formula.relations) {
      require_equal_builds(formula, relation, programs);
    }
  }
}

}  // namespace spl::runner
