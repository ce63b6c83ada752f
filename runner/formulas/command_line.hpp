#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/formulas/named_programs.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// A command line that cannot be understood; what() is a sentence.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Mode {
  kEvaluate,
  kCheck,        ///< Bind everything, measure nothing.
  kList,         ///< Formulas and workloads.
  kPlan,         ///< Pilot runs only; shows the plan.
  kSelfTest,     ///< Identical code against itself.
  kRank,         ///< Compare the performances of `rank`.
  kSensitivity,  ///< Draw from given observations.
  kBisect,       ///< Find the commit after `good`.
  kGuard,        ///< Compare all workloads with the baseline.
  kTimes,        ///< Measure all workloads.
  kCompare,      ///< Compare two commands.
  kListCache,    ///< Built programs that are kept.
  kImport,       ///< Add `store_import` to the store.
  kExport,       ///< Write the store to `store_export`.
  kAudit,        ///< Find the changes in `audit`.
  kAccept,       ///< Keep that `accepted` changes as intended.
  kHistoryOf,    ///< Report what the store has of `history_of`.
  kPrune,        ///< Remove experiments older than `prune_age`.
  kHelp,         ///< Print `text`.
  kVersion       ///< Likewise.
};

/// Returns the option of a mode, without "--"; empty for kEvaluate.
[[nodiscard]] std::string_view mode_name(Mode mode);

struct CommandLine {
  Mode mode = Mode::kEvaluate;
  std::string text;                   ///< Printed, if nothing else is done.
  std::string config;                 ///< --config; empty: searched.
  std::vector<std::string> formulas;  ///< -e, in order.
  std::vector<std::string> files;     ///< Files and folders.
  std::vector<std::string> programs;  ///< -p; replaces the project file's.
  NamedPrograms named_programs;       ///< -p NAME=PATH; likewise, by name.
  /// --own-program: programs of a build or test that calls spl-run, which need
  /// not be measured.
  std::vector<std::string> own_programs;
  std::string rank;
  std::vector<std::string> commands;    ///< --compare; ranked if more than two.
  std::string sensitivity;              ///< The factor, as written.
  std::string portability;              ///< A report; empty: none.
  std::string good;                     ///< For --bisect.
  std::string document;                 ///< --document; empty: none.
  std::string history_of;               ///< A performance, as written.
  std::string audit;                    ///< A range of revisions, as written.
  std::vector<std::string> accepted;    ///< --accept: a revision, a pattern.
  std::string reason;                   ///< For --accept.
  bool withdraw = false;                ///< Take back what --accept kept.
  std::string store_import;             ///< The store to import.
  std::string store_export;             ///< The file to export to.
  std::string prune_age;                ///< As written.
  bool offline = false;                 ///< --check executes nothing.
  std::vector<Assignment> assignments;  ///< All other options, in order.
  std::vector<std::string> arguments;   ///< All of them, as given.
  /// The descriptor of --signs-of-life, or -1. Assertions of tests keep it open
  /// for what users should see while spl-run is at work.
  int signs_of_life = -1;
  /// --columns: the width of the terminal on which an assertion prints the
  /// report; 0: none.
  std::size_t columns = 0;
};

/// Reads the arguments, without the program's name. The help is written for a
/// terminal of `width` columns. Throws UsageError.
[[nodiscard]] CommandLine parse_command_line(
    const std::vector<std::string>& arguments, std::size_t width = 80);

}  // namespace spl::runner
