#pragma once

#include <string>
#include <vector>

#include "runner/launcher.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {

/// All that some programs have, and how each was built.
struct ProgramCatalogue {
  struct Program {
    std::string path;
    workload::BuildFacts build;
    std::vector<workload::MissingMetric> missing;
  };
  std::vector<Program> programs;
  logic::Catalogue catalogue;

  /// How the program that measures the performance was built.
  [[nodiscard]] const Program& program_of(
      const logic::Performance& performance) const;
};

/// Asks every program. Throws ProgramError where one cannot be asked, has no
/// workloads, registers a name twice or one that another program has.
[[nodiscard]] ProgramCatalogue ask(const std::vector<std::string>& programs,
                                   Launcher& launcher);

}  // namespace spl::runner
