#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/git/repository.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/warning.hpp"
#include "spl/logic/performance.hpp"

/// The result of one call of spl-run: plain data, made by a command and read by
/// reports only.
namespace spl::runner {

/// A revision whose program was measured.
struct RevisionReport {
  std::string name;  ///< As in formulas; empty: the one under test.
  Revision revision;
  std::vector<std::string> programs = {};  ///< The programs that measure it.
  /// BuiltProgram::content of each; empty if one is not known.
  std::string content = {};
  /// Programs that would measure the one under test if no revision was named.
  std::vector<std::string> unmeasured = {};
};

/// Returns the commit from which a search can find what changed: the only one
/// beside that under test, if this is no working tree with changes; else empty.
[[nodiscard]] std::string good_commit(const std::vector<RevisionReport>& all);

/// The machine, the time and the seed of the call.
struct Context {
  std::string host;
  unsigned processors = 0;
  std::string compiler;  ///< The compiler of spl-run.
  std::string time;      ///< ISO 8601, UTC.
  std::uint64_t seed = 0;
  std::string folder = {};  ///< The current one, absolute; empty: not known.
  /// The top of the repository around it; empty if there is none.
  std::string repository = {};
  std::string program = "spl-run";  ///< This program, as it was called.
};

/// The measured quantity of performances that name no metric themselves.
struct Quantity {
  std::string metric = "wall";  ///< Empty if given files do not name a metric.
  logic::Dimension dimension = logic::Dimension::kTime;
};

/// Earlier runs from which an interpretation learned the law of a performance.
struct LearnedRuns {
  logic::Performance performance;
  std::size_t runs = 0;
  std::size_t evaluations = 0;  ///< 0 of given runs.
  std::string since;  ///< The first evaluation's begin, ISO 8601, UTC.
  /// The performance that made the runs, which were scaled to the mean of the
  /// first; absent if they are its own.
  std::optional<logic::Performance> from = std::nullopt;
};

struct Report {
  Context context;
  std::string command;  ///< Evaluates the same again, and writes no files.
  Settings settings;    ///< Without the settings of formula files.
  std::vector<parser::Diagnostic> errors;
  Warnings warnings;
  /// Warnings about what matters for no verdict: people see them with -v only.
  Warnings minor_warnings;
  std::vector<RevisionReport> revisions;
  std::vector<HostRecord> hosts;  ///< The machines that made blocks.
  Quantity quantity;
  std::vector<PerformanceReport> performances;
  std::vector<LearnedRuns> learned;        ///< With -s learn.
  std::vector<ReportOrigin> origins;       ///< One for each report of --data.
  std::shared_ptr<const Outcome> outcome;  ///< Null if an error prevented it.
  DocumentedFunctions functions;           ///< With document.
  double seconds = 0;                      ///< Spent on measuring.
  double waited = 0;  ///< Before that, for others who measured on this machine.
  /// False in a report that is written while something is still measured: the
  /// last one if this process is killed.
  bool is_complete = true;
};

/// Returns the formulas that the report is about; null if it is about none.
[[nodiscard]] const std::vector<FormulaReport>* formulas_of(
    const Report& report);

/// Returns the dimension in which the performance was measured or given.
[[nodiscard]] logic::Dimension dimension(const PerformanceReport& one,
                                         const Report& report);

/// Returns the status of evaluated formulas: the worst of kViolated, kFailed
/// and kUndecided, in this order; undecided ones count as --undecided says.
[[nodiscard]] ExitStatus exit_status(const std::vector<FormulaReport>& formulas,
                                     Undecided undecided);

}  // namespace spl::runner
