#include "runner/measuring/equal_builds.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "runner/builds/build_configuration.hpp"
#include "runner/builds/compiled_files.hpp"
#include "runner/builds/recorded_sources.hpp"
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
  return std::ranges::none_of(all, [&](const auto& one) {
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
    if (std::ranges::find(result, sentence) == result.end()) {
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

namespace {

/// Finds what relations would be decided on in spite of their programs.
class BuildCheck {
 public:
  explicit BuildCheck(const ProgramCatalogue& programs) : programs_(programs) {}

  /// Returns why the relation says little; nothing if it says what it seems to.
  std::string flaw(const logic::Relation& relation,
                   const SuiteFormula& formula) {
    const Settings& settings = formula.settings;
    const bool counts_code = depends_on_machine_code(settings.metric);
    std::string result;
    if (counts_code && !settings.allow_unoptimised) {
      result = lack_of_optimisation(relation);
    }
    if (!result.empty() || settings.allow_different_builds) return result;
    if (counts_code) result = unlike_flags(relation);
    if (result.empty() && are_built_here(relation, programs_)) {
      result = unequal_builds(formula, relation, programs_);
      if (!result.empty()) result += " are built differently";
    }
    return result.empty() ? result : result + kAlike;
  }

  /// Adds a warning for each program of the relation that hides its flags.
  void warn(const logic::Relation& relation, const Settings& settings,
            Warnings& warnings) {
    if (!depends_on_machine_code(settings.metric) ||
        (settings.allow_unoptimised && settings.allow_different_builds)) {
      return;
    }
    const auto all = performances_of(relation);
    for (const logic::Performance& one : all) {
      std::string part;
      for (const logic::Performance& other : all) {
        if (part.empty()) part = unknown_part(code_of(one), code_of(other));
      }
      if (part.empty()) continue;
      Warning warning(
          program_name(one, programs_),
          ": how " + part +
              " was compiled is not known, so neither its optimisation nor its "
              "flags are checked; let the build find its compiler in PATH, or "
              "print what it executes");
      if (std::ranges::find(warnings, warning) == warnings.end()) {
        warnings.push_back(std::move(warning));
      }
    }
  }

 private:
  static constexpr const char* kAlike =
      ": let the build files choose the same flags for both, or give "
      "-s allow-different-builds if flags are what you compare";

  std::string lack_of_optimisation(const logic::Relation& relation) {
    for (const logic::Performance& one : performances_of(relation)) {
      if (programs_.catalogue.is_build(one.revision)) continue;
      const CompiledCode& code = code_of(one);
      const std::string sources = runner::lack_of_optimisation(code);
      if (!sources.empty()) {
        return sources + " for " + program_name(one, programs_) + ": " +
               code.remedy + ", or give -s allow-unoptimised";
      }
      const auto& program = programs_.program_of(one);
      const std::string part =
          program.build.optimized ? unoptimised_part(program) : " is";
      if (part.empty()) continue;
      return program.path + part +
             " built without optimisation: build it with "
             "-DCMAKE_BUILD_TYPE=Release, or give -s allow-unoptimised";
    }
    return {};
  }

  /// Returns " has OBJECT, which is" for a program of others whose build left
  /// notes of an object or a static library without optimisation; else nothing.
  std::string unoptimised_part(const ProgramCatalogue::Program& program) {
    if (!program.hash.empty() || program.commands != nullptr) return {};
    const auto [found, is_new] = objects_.try_emplace(program.path);
    if (is_new) found->second = unoptimised_objects(program.path);
    if (found->second.empty()) return {};
    return " has " + found->second.front() + ", which is";
  }

  std::string unlike_flags(const logic::Relation& relation) {
    const auto all = performances_of(relation);
    for (auto one = all.begin(); one != all.end(); ++one) {
      for (auto other = std::next(one); other != all.end(); ++other) {
        std::string flags = runner::unlike_flags(
            code_of(*one), program_name(*one, programs_), code_of(*other),
            program_name(*other, programs_));
        if (!flags.empty()) return flags;
      }
    }
    return {};
  }

  const CompiledCode& code_of(const logic::Performance& one) {
    const auto& program = programs_.program_of(one);
    const auto [found, is_new] = codes_.try_emplace(program.path);
    // Others' programs have no such file that counts.
    if (is_new && !program.hash.empty()) {
      found->second = compiled_code(program.path);
    }
    return found->second;
  }

  const ProgramCatalogue& programs_;
  std::map<std::string, CompiledCode> codes_;                ///< By path.
  std::map<std::string, std::vector<std::string>> objects_;  ///< Likewise.
};

}  // namespace

void leave_unoptimised_open(Suite& suite, const ProgramCatalogue& programs) {
  BuildCheck check(programs);
  for (SuiteFormula& formula : suite.formulas) {
    for (logic::Relation& relation : formula.relations) {
      if (relation.theta.terms().empty()) continue;  // Nothing is measured.
      relation.unfit = check.flaw(relation, formula);
    }
  }
}

Warnings unknown_builds(const Suite& suite, const ProgramCatalogue& programs) {
  BuildCheck check(programs);
  Warnings result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      check.warn(relation, formula.settings, result);
    }
  }
  return result;
}

}  // namespace spl::runner
