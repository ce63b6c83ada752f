#include "runner/measuring/equal_builds.hpp"

#include <algorithm>

#include "runner/builds/build_configuration.hpp"
#include "runner/programs/elf_program.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using Program = ProgramCatalogue::Program;

/// Returns how a program is built. Counts depend on its linker, too, and on
/// which functions the C library chooses in a static one.
std::string build_text(const SuiteFormula& formula, const Program& program) {
  std::string text = to_text(program.build);
  if (!is_counted({formula.settings.metric})) return text;
  const std::string linking = linking_of(program.path);
  return linking.empty() ? text : text + ", linked " + linking;
}

/// Returns `fast (GCC 12.2.0, optimised; CMAKE_CXX_FLAGS=-O3)`, with the path
/// if it has no name.
std::string described(const logic::Performance& one, const Program& program,
                      const std::string& configuration) {
  return (logic::is_under_test(one.revision) ? program.path : one.revision) +
         " (" + to_text(program.build) +
         (configuration.empty() ? "" : "; " + configuration) + ')';
}

}  // namespace

std::string to_text(const workload::BuildFacts& build) {
  std::string text =
      build.compiler.empty() ? "compiler not known" : build.compiler;
  text += build.optimized ? ", optimised" : ", without optimisation";
  if (build.assertions) text += ", with assertions";
  if (!build.sanitizers.empty()) {
    text += ", with sanitizers (" + build.sanitizers + ")";
  }
  if (!build.flags.empty()) text += ", flags " + build.flags;
  return text;
}

bool are_built_here(const logic::Relation& relation,
                    const ProgramCatalogue& programs) {
  const auto all = performances_of(relation);
  return std::none_of(all.begin(), all.end(), [&](const auto& one) {
    const Program& program = programs.program_of(one);
    return !program.path.empty() && program.hash.empty();
  });
}

std::string program_name(const logic::Performance& one,
                         const ProgramCatalogue& programs) {
  const Program& program = programs.program_of(one);
  if (program.hash.empty()) return program.path;
  return "the program of " + (logic::is_under_test(one.revision)
                                  ? "the revision under test"
                                  : '@' + one.revision);
}

std::string unequal_builds(const SuiteFormula& formula,
                           const logic::Relation& relation,
                           const ProgramCatalogue& programs) {
  if (formula.settings.allow_different_builds) return {};
  const logic::Performance* first = nullptr;
  const auto text = [&](const logic::Performance& one) {
    return build_text(formula, programs.program_of(one));
  };
  for (const auto* side : {&relation.left, &relation.right}) {
    for (const auto& term : side->terms()) {
      const logic::Performance& one = term.performance;
      if (programs.program_of(one).path.empty() ||
          programs.catalogue.is_build(one.revision)) {
        continue;
      }
      if (first == nullptr) first = &one;
      if (text(*first) == text(one)) continue;
      return program_name(*first, programs) + " (" + text(*first) + ") and " +
             program_name(one, programs) + " (" + text(one) + ')';
    }
  }
  return {};
}

void require_equal_builds(const Suite& suite,
                          const ProgramCatalogue& programs) {
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      if (!relation.unfit.empty() && are_built_here(relation, programs)) {
        continue;
      }
      const std::string both = unequal_builds(formula, relation, programs);
      if (both.empty()) continue;
      throw ProgramError(
          formula.file + ":" + std::to_string(formula.line) + ": " +
          formula.label +
          " compares programs that are built differently: " + both +
          "; build them alike, or give -s allow-different-builds if that is "
          "what you compare");
    }
  }
}

std::vector<std::string> build_differences(const Suite& suite,
                                           const ProgramCatalogue& programs) {
  std::vector<std::string> result;
  const auto add = [&](const logic::Performance& one,
                       const logic::Performance& other) {
    const Program& left = programs.program_of(one);
    const Program& right = programs.program_of(other);
    const bool is_named = programs.catalogue.is_build(one.revision) ||
                          programs.catalogue.is_build(other.revision);
    if (!is_named || left.path.empty() || right.path.empty()) return;
    BuildConfiguration of_left = configuration_of(left.path);
    BuildConfiguration of_right = configuration_of(right.path);
    // Without one of both, nothing is known to differ.
    if (of_left.empty() || of_right.empty()) of_left = of_right = {};
    if (to_text(left.build) == to_text(right.build) && of_left == of_right) {
      return;
    }
    const std::string sentence =
        described(one, left, difference_text(of_left, of_right)) + " and " +
        described(other, right, difference_text(of_right, of_left)) +
        " are built differently, which is part of "
        "what is compared";
    if (std::find(result.begin(), result.end(), sentence) == result.end()) {
      result.push_back(sentence);
    }
  };
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const auto all = performances_of(relation);
      for (auto one = all.begin(); one != all.end(); ++one) {
        for (auto other = std::next(one); other != all.end(); ++other) {
          add(*one, *other);
        }
      }
    }
  }
  return result;
}

}  // namespace spl::runner
