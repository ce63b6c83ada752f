#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/command_line.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/settings/settings.hpp"

/// What spl-run was asked for, from all places where things can be asked for:
/// project file, environment, command line.
namespace spl::runner {

struct Invocation {
  CommandLine line;
  SettingLayers layers;
  Settings settings;  ///< Base and command line, as for texts that set nothing.
  std::vector<std::string> programs;
  /// What names them so that they are to be measured, `-p` or `SPL_PROGRAM`;
  /// empty where that depends on the formulas.
  std::string programs_named_by;
  /// With --guard: all metrics that are asked for; empty: the default.
  std::vector<std::string> metrics;
  std::vector<std::string> patterns;  ///< Formula files of the project file.
  BuildRecipe recipe;                 ///< Of the project file.
  std::string home = {};  ///< The user's home folder, if it is known.
  /// The commit that a push to the branch came after, where continuous
  /// integration knows it; else empty.
  std::string pushed_after = {};
};

/// The value of an environment variable, if it is set.
using Environment =
    std::function<std::optional<std::string>(const std::string&)>;

/// Puts the places together. Throws ProjectFileError, FileError or PlainError.
[[nodiscard]] Invocation invocation(CommandLine line,
                                    const Environment& environment);

/// Throws PlainError where programs are named to be measured, but will not be:
/// `reason` is why, a sentence without its end.
void require_no_program(const Invocation& invocation,
                        const std::string& reason);

/// The texts with formulas that are named, read. Throws FileError or
/// PlainError.
[[nodiscard]] std::vector<FormulaText> texts(const Invocation& invocation);

/// A text or filter that selects nothing must not look like success. Throws
/// PlainError.
void check_selection(const Suite& suite, const std::vector<FormulaText>& texts,
                     const Invocation& invocation);

}  // namespace spl::runner
