#pragma once

#include <exception>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runner/findings/evaluation.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/revisions/opened_sources.hpp"
#include "runner/session/history.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/session.hpp"
#include "spl/logic/experiment.hpp"

/// The common part of the commands that measure.
namespace spl::runner {

/// Takes equal code of the revisions that were built for one, unless that is to
/// be measured. Returns warnings of workloads that may not be the same in two.
[[nodiscard]] Warnings compare_sources(Suite& suite,
                                       const ProgramCatalogue& programs,
                                       const Revisions& revisions);

/// Takes equal code for one, of revisions and of named builds. Returns
/// warnings: also of the facts in which named builds differ.
[[nodiscard]] Warnings compare_programs(Suite& suite, const Origin& origin);

/// Removes warnings of given reports about performances that the suite does not
/// compare.
void keep_own_warnings(const Suite& suite, const Origin& origin,
                       const Session& session);

/// Add warnings to the report; sentences have no subject.
void add_warnings(const Warnings& warnings, const Session& session);
void add_sentences(const std::vector<std::string>& sentences,
                   const Session& session);

/// Adds what the measurement shows about itself to a report that has its
/// outcome, except warnings that a report with the observations had already.
void add_measurement_warnings(const ProgramCatalogue* programs,
                              const Session& session);

/// Something could not be measured, for built programs are no longer there.
class ProgramsLost : public std::exception {};

/// Throws ProgramsLost if any of them is lost: what went wrong may be a
/// consequence of that.
void require_programs(const Revisions* revisions);

/// Watches what programs of the revisions open from now on; null: nothing.
[[nodiscard]] OpenedSources watched_sources(const Suite& suite,
                                            Revisions* revisions);

/// Finds out that blocks can be made as the settings say. Throws LaunchError.
void prepare_launcher(const Session& session);

/// Returns the surroundings of measuring in the session's world.
[[nodiscard]] Surroundings surroundings(const Session& session,
                                        Layouts* layouts = nullptr);

/// The layouts that programs are measured in.
struct LaidOut {
  std::unique_ptr<Layouts> layouts = nullptr;  ///< Null if all have one.
  /// Performances that have one layout, though nobody asked for it.
  std::set<logic::Performance> in_one_layout = {};
};

/// Makes what the programs need to be measured in several layouts, and sets the
/// number of layouts of each formula. Throws LayoutError.
[[nodiscard]] LaidOut lay_out(Suite& suite, const Origin& origin,
                              const Settings& settings, const Session& session);

/// Returns the quantity that the settings or the given files name.
[[nodiscard]] Quantity quantity_of(const Origin& origin,
                                   const Settings& settings);

[[nodiscard]] EvaluationInputs evaluation_inputs(const Origin& origin,
                                                 const LaidOut& laid_out,
                                                 const Session& session);

/// Measures what the formulas compare, or takes it from what is given, and
/// reports the machines. With an onlooker, an interruption ends what is
/// measured and not the process. Throws ProgramsLost.
[[nodiscard]] Observations observations(const Suite& suite,
                                        const Origin& origin,
                                        const LaidOut& laid_out,
                                        const Session& session,
                                        Onlooker* onlooker = nullptr);

/// Decides the formulas on their observations. Returns the outcome that the
/// report has from now on, with the performances.
Evaluation& report_evaluation(const Suite& suite, Observations observations,
                              const EvaluationInputs& inputs, Report& report);

/// Shows that links of so many programs are prepared, and how long that takes
/// at most.
void show_packing(std::size_t programs, const Session& session);

/// Returns how the world, which can do so, links a program that was built
/// without it.
[[nodiscard]] ProgramLinks recorded_links_of(const std::string& program,
                                             const Session& session);

/// Adds the machines that were measured on.
void report_hosts(const Session& session);

/// Adds what is wrong with these machines, of a mode without verdicts;
/// add_measurement_warnings() does so for others.
void warn_of_hosts(const Session& session);

/// Keeps what was found in the observations, at the end of an evaluation. Adds
/// what went wrong with the store to the warnings.
void keep_findings(const std::vector<FormulaReport>& formulas,
                   const Session& session);

/// The stored runs from which a suite learns, and what they are.
struct Learned {
  logic::History history;
  std::vector<LearnedRuns> facts;
};

/// Returns what the relations that `nonparametric` decides learn from the
/// store: all runs of the same performance, program and metric, on machines
/// like those; on any machine if there are none. With `learn-from` they are the
/// runs of the performances that match, of each program that made enough,
/// scaled to the mean of what was `measured`. Throws PlainError that counts the
/// runs that are missing, and as History::stored() does.
[[nodiscard]] Learned learned_runs(
    const Suite& suite, const ProgramCatalogue& programs,
    const History& history, const std::vector<HostRecord>& hosts,
    const std::vector<PerformanceReport>& measured = {});

/// Returns from which given runs these relations learn.
[[nodiscard]] std::vector<LearnedRuns> learned_runs(
    const Suite& suite, const GivenObservations& given);

}  // namespace spl::runner
