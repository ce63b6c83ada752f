#pragma once

#include <map>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/programs/launcher.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {

/// All that some programs have, and how each was built: those of the revision
/// under test and those of revisions that formulas name.
struct ProgramCatalogue {
  struct Program {
    std::string path;
    workload::BuildFacts build;
    std::vector<workload::MissingMetric> missing;
    ProgramLinks links = {};
    int version = workload::kProtocolVersion;  ///< That it speaks.
    /// BuiltProgram::content; empty if it is not known.
    std::string content = {};
    /// Why one that spl-run did not build has one layout: a clause, with its
    /// remedy.
    std::string one_layout = {};
  };
  std::vector<Program> programs;
  logic::Catalogue catalogue;
  /// By Performance::revision: why nothing of it can be measured; a sentence
  /// that continues "PERFORMANCE ...".
  std::map<std::string, std::string> failures;

  /// How the program that measures the performance was built; one without a
  /// path if failure_of() says why there is none.
  [[nodiscard]] const Program& program_of(
      const logic::Performance& performance) const;

  /// Why the performance cannot be measured, as above; else empty.
  [[nodiscard]] std::string failure_of(
      const logic::Performance& performance) const;

  /// What the program of the performance registers under a name, or null.
  const logic::Entry* entry_of(const std::string& name,
                               const logic::Performance& performance) const;
};

/// Asks every program. Throws ProgramError where one cannot be asked, has no
/// workloads, registers a name twice or one that another program has.
[[nodiscard]] ProgramCatalogue ask(const std::vector<std::string>& programs,
                                   Launcher& launcher);

}  // namespace spl::runner
