#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/revisions/revisions.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/exit_status.hpp"

/// From the texts of formulas to what they are held against.
namespace spl::runner {

/// Where the observations of formulas come from: programs or files.
struct Origin {
  std::variant<ProgramCatalogue, GivenObservations> source;
  /// Hold the programs that were built; null if none was.
  std::unique_ptr<Revisions> revisions = nullptr;

  [[nodiscard]] const logic::Catalogue& catalogue() const;
  /// Returns null if observations are given.
  [[nodiscard]] const ProgramCatalogue* programs() const {
    return std::get_if<ProgramCatalogue>(&source);
  }
};

/// Builds the revisions that the texts name and asks the programs. Where names
/// of revisions are wrong, nothing is built: the catalogue decides. Throws
/// MeasuringFailed if no revision can be built.
[[nodiscard]] Origin origin_to_measure(const std::vector<FormulaText>& texts,
                                       const SettingLayers& layers,
                                       const Session& session);

/// Throws for what no program counts on this machine, and warns of what looks
/// like a slip of the pen, before anything is built: as these formulas ask, or,
/// without any, the settings.
void check_metrics(const std::vector<SuiteFormula>& formulas,
                   const Session& session);

/// Builds these revisions and asks the programs, or asks those that are named
/// where there are no revisions. Throws as origin_to_measure() does.
[[nodiscard]] Origin programs_to_measure(
    RevisionsOfTexts used, const Session& session,
    const std::vector<SuiteFormula>& formulas = {});

/// The same without building anything: revisions are taken to have what there
/// is today, and names are checked if there is a repository. Under
/// --offline nothing is executed, and neither is opened.
[[nodiscard]] Origin origin_to_check(const std::vector<FormulaText>& texts,
                                     const SettingLayers& layers,
                                     const Session& session);

/// Returns the commands that the user compares, and nothing else: no program of
/// a project is asked.
[[nodiscard]] Origin commands_to_measure(const Session& session);

/// Returns the content of --data. Throws what read_observations() does, and
/// std::runtime_error if --metric asks for what they do not have.
[[nodiscard]] GivenObservations read_given(const Session& session);

/// Returns the invocation with the statistic that suits the origin, unless one
/// is asked for: observations that spl-run has made are decided as if it made
/// them now.
[[nodiscard]] Invocation suited(Invocation invocation, const Origin& origin);

/// Returns what the texts say whatever their programs have, read before
/// anything is built: its errors are all slips of the pen. Throws as
/// check_selection() does if there are none.
[[nodiscard]] Suite unbuilt_suite(const std::vector<FormulaText>& texts,
                                  const SettingLayers& layers,
                                  const RevisionsOfTexts& used,
                                  const Session& session);

/// Reports the mistakes in formulas and, if formulas name observations that
/// were not given, the given ones.
[[nodiscard]] ExitStatus reject(const Suite& suite, const Origin& origin,
                                const Session& session);

/// Today's programs with what is known of the revisions.
[[nodiscard]] ProgramCatalogue unbuilt_programs(
    std::map<std::string, logic::RevisionFacts> facts, const Session& session);

/// Whether a name means no revision.
[[nodiscard]] bool has_problem(
    const std::map<std::string, logic::RevisionFacts>& facts);

/// Throws PlainError if programs are named though all are built of
/// revisions.
void require_no_program_of_revisions(const Invocation& invocation);

/// Adds what the names mean that are measured, and the revision under test,
/// with the programs of each.
void report_revisions(const Revisions& revisions,
                      const std::set<std::string>& measured,
                      const ProgramCatalogue& programs, const Session& session);

}  // namespace spl::runner
