#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/settings/commands.hpp"
#include "runner/settings/options.hpp"

namespace spl::runner {

/// Programs by the name of their build, which formulas write after `@`.
using NamedPrograms = std::map<std::string, std::vector<std::string>>;

/// A program and the name of its build.
struct NamedProgram {
  std::string name;
  std::string path;
};

/// Returns the parts of `NAME=PATH`; nothing for a path alone. A text with `/`
/// before its first `=` is a path, too.
[[nodiscard]] std::optional<NamedProgram> named_program(
    const std::string& word);

/// Returns why a build cannot have this name: a sentence with the remedy, or
/// empty.
[[nodiscard]] std::string wrong_build_name(const std::string& name);

/// A command line that cannot be understood; what() is a sentence.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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

/// Returns `command("tool x")`, which measures the command. Its words may be
/// quoted in another way: a text of a formula has no escapes. Throws WordError
/// if no formula can write it.
[[nodiscard]] std::string written_call(const std::string& command);

/// Returns the calls with a sign between. A command that was there before gets
/// a blank behind it, since equal performances are never compared. Throws
/// WordError, with the command.
[[nodiscard]] std::string joined_calls(const std::vector<std::string>& commands,
                                       const std::string& sign);

/// docs/words.md, which the build embeds.
extern const std::string_view kWordsPage;

/// Returns what --help prints beside these words: the help of the command that
/// they begin with, else that of spl-run.
[[nodiscard]] std::string help_of_call(const std::vector<std::string>& words);

/// Returns what `help WORDS` prints about a command, a key or a word of a
/// report. Throws UsageError.
[[nodiscard]] std::string help_of_words(const std::vector<std::string>& words);

}  // namespace spl::runner
