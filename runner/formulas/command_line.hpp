#pragma once

#include <string>
#include <vector>

#include "runner/formulas/named_programs.hpp"
#include "runner/formulas/usage_error.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/options.hpp"

namespace spl::runner {

/// A part of the command line that may be typed again.
struct TypedPart {
  std::string option;  ///< The name of an option or key; empty for a word.
  std::string value;   ///< "true" or "false" for a flag.
};

struct CommandLine {
  Mode mode = Mode::kEvaluate;
  std::string command;  ///< As typed: "history show"; empty: none.
  std::string text;     ///< Printed, if nothing else is done.
  std::string config;   ///< --config; empty: searched.
  std::string folder;   ///< -C; empty: the current one.
  std::vector<std::string> formulas;  ///< -e, in order.
  std::vector<std::string> files;     ///< Files and folders.
  std::vector<std::size_t> lines;     ///< Of FILE:LINE, for each; 0: all.
  std::vector<std::string> programs;  ///< -p; replaces the project file's.
  NamedPrograms named_programs;       ///< -p NAME=PATH; likewise, by name.
  /// --own-program: programs of a build or test that calls spl-run, which need
  /// not be measured.
  std::vector<std::string> own_programs;
  /// What a command takes: a revision, a range, a page, a report ...
  std::string subject;
  std::vector<std::string> commands;    ///< Compared; ranked if more than two.
  std::string pattern;                  ///< For `history accept`.
  std::string reason;                   ///< Likewise.
  bool withdraw = false;                ///< Take back what was accepted.
  bool offline = false;                 ///< `check` executes nothing.
  std::vector<Assignment> assignments;  ///< Of keys, in order.
  std::vector<TypedPart> typed;  ///< All but the command and what sets how
                                 ///< spl-run is called; in order.
  /// The descriptor of --signs-of-life, or -1. Assertions of tests keep it open
  /// for what users should see while spl-run is at work.
  int signs_of_life = -1;
  /// --columns: the width of the terminal on which an assertion prints the
  /// report; 0: none.
  std::size_t columns = 0;
};

/// Reads the arguments, without the program's name. Throws UsageError.
[[nodiscard]] CommandLine parse_command_line(
    const std::vector<std::string>& arguments);

}  // namespace spl::runner
