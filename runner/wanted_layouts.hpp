#pragma once

#include <string>
#include <vector>

#include "runner/layouts.hpp"
#include "runner/program_catalogue.hpp"
#include "runner/settings.hpp"

namespace spl::runner {

/// In which layouts the programs are measured, and what of that is not as it
/// was asked for or should be.
struct LayoutChoice {
  WantedLayouts wanted;  ///< Without programs where all have one layout.
  std::vector<std::string> warnings;
};

/// Builds that are compared with others get fresh links, unless other layouts
/// are asked for; programs that came with links are measured in these, and
/// revisions that were built several times in all their builds.
[[nodiscard]] LayoutChoice chosen_layouts(const ProgramCatalogue& programs,
                                          const Settings& settings,
                                          std::uint64_t seed);

/// The links that spl_layouts() in CMake made of a program: those that
/// PROGRAM.layouts names, if there is such a file. Throws ProgramError.
[[nodiscard]] std::vector<std::string> given_links(const std::string& program);

}  // namespace spl::runner
