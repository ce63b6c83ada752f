#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// The layouts in which programs are measured, and warnings about them.
struct LayoutChoice {
  WantedLayouts wanted;  ///< No programs: all have one layout.
  std::vector<std::string> warnings;
  /// Programs that have one layout, though nobody asked for it.
  std::set<std::string> single = {};
};

/// Chooses the layouts of programs. Programs that can be linked again get fresh
/// links, unless other layouts are asked for. Programs that came with links are
/// measured in these links, and revisions that were built several times in all
/// their builds.
[[nodiscard]] LayoutChoice chosen_layouts(const ProgramCatalogue& programs,
                                          const Settings& settings,
                                          std::uint64_t seed);

/// Adds links to measured programs that spl-run did not build and that came
/// without links, if they can be linked again.
void add_recorded_links(
    ProgramCatalogue& programs, const std::set<std::string>& measured,
    const std::function<ProgramLinks(const std::string&)>& links_of);

}  // namespace spl::runner
