#pragma once

#include <exception>
#include <memory>

#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/modes/origin.hpp"
#include "runner/modes/session.hpp"
#include "runner/revisions/opened_sources.hpp"

/// What the modes that measure have in common.
namespace spl::runner {

/// Takes equal code of the revisions that were built for one, unless that is to
/// be measured, and warns where the workloads of two may not be the same.
void compare_sources(Suite& suite, const ProgramCatalogue& programs,
                     const Revisions& revisions, Report& report);

/// Something could not be measured, for built programs are no longer there.
class ProgramsLost : public std::exception {};

/// Throws ProgramsLost where any of them is lost: what went wrong may be a
/// consequence of that.
void require_programs(const Revisions* revisions);

/// Watches what programs of the revisions open from now on; null: nothing.
[[nodiscard]] OpenedSources watched_sources(const Suite& suite,
                                            Revisions* revisions);

/// Finds out that blocks can be made as the settings say. Throws LaunchError.
void prepare_launcher(const Session& session);

/// What measuring needs of the session's world.
[[nodiscard]] Surroundings surroundings(const Session& session,
                                        Layouts* layouts = nullptr);

/// Makes what the programs need to be measured in several layouts, and says
/// the formulas how many; null where they have one. Throws LayoutError.
[[nodiscard]] std::unique_ptr<Layouts> lay_out(Suite& suite,
                                               const Origin& origin,
                                               const Settings& settings,
                                               const Session& session);

/// Measures what the formulas compare, or takes it from what is given, and
/// reports what was measured where.
[[nodiscard]] Observations observations(const Suite& suite,
                                        const Origin& origin, Layouts* layouts,
                                        const Session& session);

/// How the world links a program again that it did not build. It can.
[[nodiscard]] ProgramLinks recorded_links_of(const std::string& program,
                                             const Session& session);

/// Adds the machines that were measured on, and what is wrong with them.
void report_hosts(const Session& session);

}  // namespace spl::runner
