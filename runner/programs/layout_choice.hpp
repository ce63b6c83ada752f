#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// In which layouts the programs are measured, and what of that is not as it
/// was asked for or should be.
struct LayoutChoice {
  WantedLayouts wanted;  ///< Without programs where all have one layout.
  std::vector<std::string> warnings;
  /// Programs that have one layout, though nobody asked for it.
  std::set<std::string> single = {};
};

/// Programs that can be linked again get fresh links, unless other layouts are
/// asked for; programs that came with links are measured in these, and
/// revisions that were built several times in all their builds.
[[nodiscard]] LayoutChoice chosen_layouts(const ProgramCatalogue& programs,
                                          const Settings& settings,
                                          std::uint64_t seed);

/// Finds out how those of the programs can be linked again that spl-run did not
/// build and that came without links.
void add_recorded_links(
    ProgramCatalogue& programs, const std::set<std::string>& measured,
    const std::function<ProgramLinks(const std::string&)>& links_of);

}  // namespace spl::runner
