#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/command_line.hpp"
#include "runner/formulas/project_file.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/settings/command_recipe.hpp"
#include "runner/settings/settings.hpp"

/// All that the user asks spl-run for, in the project file, the environment and
/// the command line.
namespace spl::runner {

struct Invocation {
  CommandLine line;
  SettingLayers layers;
  Settings settings;  ///< For texts that set nothing.
  std::vector<std::string> programs;
  /// The option that demands that they are measured, `-p` or `SPL_PROGRAM`;
  /// empty if that depends on the formulas.
  std::string programs_named_by;
  /// The programs of named builds; which are measured depends on the formulas.
  NamedPrograms named_programs;
  /// With guard: all metrics that are asked for; empty: the default.
  std::vector<std::string> metrics;
  /// Settings that a reader of the report would not repeat: with guard those
  /// of "guard" in the project file and, in continuous integration, those of
  /// the environment that findings depend on. The later ones take precedence.
  std::vector<Assignment> ambient = {};
  bool names_budget = false;      ///< Whether any place gives --budget.
  bool names_resolution = false;  ///< Likewise `resolution` or that of means.
  std::vector<FormulaPattern> patterns;  ///< The project file's.
  BuildRecipe recipe;                    ///< The project file's.
  /// The folder of the project file; absent without one.
  std::optional<std::filesystem::path> project = {};
  std::vector<CommandRecipe> commands;  ///< The project file's.
  std::string home = {};  ///< The user's home folder, if it is known.
  /// The commit that a push to the branch came after; empty unless continuous
  /// integration knows it.
  std::string pushed_after = {};
};

/// Returns the value of an environment variable, if it is set.
using Environment =
    std::function<std::optional<std::string>(const std::string&)>;

/// Reads and joins all three places. Throws ProjectFileError, FileError or
/// PlainError.
[[nodiscard]] Invocation invocation(CommandLine line,
                                    const Environment& environment);

/// Throws PlainError if a program must be measured. None will be for the
/// reason, a sentence without its end.
void require_no_program(const Invocation& invocation,
                        const std::string& reason);

/// Returns the beginning of a message about what a project file would name:
/// "there is no spl.json ..., and "; empty if there is a project file.
[[nodiscard]] std::string lack_of_project(const Invocation& invocation);

/// Reads the named texts with formulas. Throws FileError, PlainError or
/// ProjectFileError.
[[nodiscard]] std::vector<FormulaText> texts(const Invocation& invocation);

/// Throws PlainError for a text or filter that selects nothing, which must not
/// look like success.
void check_selection(const Suite& suite, const std::vector<FormulaText>& texts,
                     const Invocation& invocation);

/// Throws PlainError for a variable of the environment that sets no option but
/// was meant to: its name is near that of an option's variable (`SPL_BUDGT`),
/// or belongs to an option that has no variable. Other variables that begin
/// with `SPL_` may be anybody's.
void require_no_slip(const std::vector<std::string>& variables);

/// Lists the options of the command line that another option there makes idle,
/// a sentence each: for example `max-runs` beside `--runs`. Settings of the
/// project file and the environment are left out: they are for other calls,
/// too.
[[nodiscard]] std::vector<std::string> idle_options(
    const Invocation& invocation);

/// Lists the options that are idle if no revision is measured.
[[nodiscard]] std::vector<std::string> idle_options_of_revisions(
    const Invocation& invocation);

}  // namespace spl::runner
