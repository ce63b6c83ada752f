#pragma once

#include <string>

#include "runner/builds/built.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Returns what the programs of a build have, and how they can be linked. What
/// they reported earlier is read, if it was kept, and else asked for and kept.
/// `name` is that of the revision in messages. Throws ProgramError as ask().
[[nodiscard]] ProgramCatalogue built_catalogue(const Built& built,
                                               const std::string& name,
                                               Launcher& launcher);

}  // namespace spl::runner
