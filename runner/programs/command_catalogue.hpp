#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/command_recipe.hpp"

/// Commands among the workloads of programs.
namespace spl::runner {

/// The name by which a formula measures a command that it writes itself:
/// `command("tool x")`.
inline constexpr const char* kWrittenCommand = "command";

/// Which commands formulas may name, and where they are executed.
struct CommandSet {
  std::vector<CommandRecipe> recipes;  ///< The commands of spl.json.
  std::filesystem::path project;       ///< The folder of spl.json.
  CommandPlaces places = {};           ///< The folders of a revision, if any.
  /// Formulas write some themselves.
  bool has_written = false;
};

/// Adds the commands to the workloads of the revision under test; to those of
/// another revision if it is named. A workload has precedence over
/// `command("...")`, of which a warning is then returned. Throws ProgramError
/// if a workload has the name of a command of spl.json.
[[nodiscard]] std::vector<std::string> add_commands(const CommandSet& commands,
                                                    const std::string& revision,
                                                    ProgramCatalogue& programs);

/// Returns what is executed to measure the performance; nothing if its program
/// holds workloads.
[[nodiscard]] std::optional<CommandRun> command_run(
    const ProgramCatalogue::Program& program,
    const logic::Performance& performance);

/// Throws ProgramError if a formula writes a command that cannot be split into
/// words, or has none.
void require_commands(const Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
