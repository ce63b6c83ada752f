#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/settings/trusted_file.hpp"
#include "runner/tools/framework.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {

struct CommandSet;

/// The workloads and builds of programs: those of the revision under test and
/// of revisions that formulas name.
struct ProgramCatalogue {
  struct Program {
    std::string path;
    workload::BuildFacts build;
    std::vector<workload::MissingMetric> missing;
    ProgramLinks links = {};
    bool chooses_iterations = false;  ///< CatalogueAnswer's.
    std::string content = {};  ///< BuiltProgram::content; empty if not known.
    std::string hash = {};  ///< Built::hash; empty if spl-run did not build it.
    /// Why a program that spl-run did not build has one layout: a clause with
    /// the remedy.
    std::string one_layout = {};
    Framework framework = Framework::kSpl;
    /// Why some of its benchmarks are left out: continues "PROGRAM ..."; or
    /// empty.
    std::string clash = {};
    /// The commands that it stands for; null: it holds workloads.
    std::shared_ptr<const CommandSet> commands = nullptr;
    std::vector<std::string> arguments = {};  ///< Its own.

    /// What Entry::program has: its path, with the arguments if it has any.
    [[nodiscard]] std::string name() const {
      return arguments.empty() ? path
                               : program_text({path, std::nullopt, arguments});
    }
  };
  std::vector<Program> programs;
  logic::Catalogue catalogue;
  /// The reasons why no performance of a revision can be measured, by
  /// Performance::revision. Each is a clause that continues "PERFORMANCE ...".
  std::map<std::string, std::string> failures;

  /// Returns the program that measures the performance; one without a path if
  /// failure_of() says why there is none.
  [[nodiscard]] const Program& program_of(
      const logic::Performance& performance) const;

  /// Returns why the performance cannot be measured, as in `failures`; else
  /// empty.
  [[nodiscard]] std::string failure_of(
      const logic::Performance& performance) const;

  /// Returns the entry that the program of the performance has under a name, or
  /// null.
  const logic::Entry* entry_of(const std::string& name,
                               const logic::Performance& performance) const;
};

/// Asks every program for its workloads. Throws ProgramError if a program
/// cannot be asked, has no workloads, or registers a name that is already
/// registered. Of benchmarks of other frameworks, the first of a name stays.
[[nodiscard]] ProgramCatalogue ask(const std::vector<std::string>& programs,
                                   Launcher& launcher);

/// Links that were made of a program.
struct GivenLinks {
  std::vector<std::string> paths;
  std::string distrust;  ///< Why they are ignored: a clause with the remedy.
};

/// Returns the links that spl_layouts() in CMake made of a program. The file
/// PROGRAM.layouts names them, if it exists; they are ignored if another user
/// could have written it or them. Throws ProgramError.
[[nodiscard]] GivenLinks given_links(const std::string& program,
                                     const Rights& rights);

}  // namespace spl::runner
