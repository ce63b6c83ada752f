#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "runner/formulas/invocation.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/revisions/revisions.hpp"

/// Builds that the user names (`-p fast=build-o3/bench`), beside revisions.
namespace spl::runner {

/// Asks the programs of the builds and adds their entries to the catalogue, by
/// the names of the builds. Throws ProgramError as ask() does.
void add_named_builds(const std::set<std::string>& names,
                      const NamedPrograms& builds, Launcher& launcher,
                      ProgramCatalogue& programs);

/// Adds the contents of programs that spl-run did not build, so that equal ones
/// are known: the file, and the libraries that are loaded with it. Programs
/// whose contents cannot be found out count as different. `cache` is a folder
/// of the user.
void add_contents(ProgramCatalogue& programs,
                  const std::filesystem::path& cache);

/// Returns a warning for each of the names that is one of a Git revision, too,
/// if there is a repository to ask.
[[nodiscard]] std::vector<std::string> shadowed_revisions(
    const std::set<std::string>& names, const Invocation& invocation,
    const OpenRepository& open);

/// Returns why a name is neither a build's nor a revision's, if nothing says
/// how revisions are built: a sentence.
[[nodiscard]] std::string unknown_build(const std::string& name,
                                        const NamedPrograms& builds);

}  // namespace spl::runner
