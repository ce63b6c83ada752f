#include "runner/measuring/unoptimised.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/builds/compiled_files.hpp"
#include "runner/builds/recorded_sources.hpp"
#include "runner/measuring/equal_builds.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
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
      if (std::find(warnings.begin(), warnings.end(), warning) ==
          warnings.end()) {
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
