#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "spl/logic/performance.hpp"

/// Commands that are measured from the start to the end of their process.
namespace spl::runner {

/// The commands for the runs of one performance: no placeholder is left.
struct CommandRun {
  std::vector<std::string> words;    ///< The measured command.
  std::vector<std::string> setup;    ///< Once, before its first run.
  std::vector<std::string> prepare;  ///< Before each of its processes.
  std::vector<std::string> cleanup;  ///< Once, after its last run.
  std::string input;                 ///< The file it reads; empty: none.
  std::string folder;                ///< Where it works; empty: here.
  std::int64_t exit_status = 0;      ///< All others are failures.
  /// The longest that each process may take; 0: the timeout of the run.
  std::chrono::nanoseconds timeout{};
  /// The longest that setup and cleanup may take, which pilots do not shorten;
  /// 0: the timeout of the run.
  std::chrono::nanoseconds setup_timeout{};
  /// Its words are not the name of its performance, so that failures show them.
  bool has_name = false;

  friend bool operator==(const CommandRun&, const CommandRun&) = default;
};

/// A command of "commands" in spl.json, or one that a formula writes. Its words
/// may hold `{n}`: the value of its parameter n.
struct CommandRecipe {
  struct Parameter {
    std::string name;
    std::vector<logic::Value> values = {};  ///< Declared ones.

    friend bool operator==(const Parameter&, const Parameter&) = default;
  };

  std::string name;
  CommandRun run;  ///< With placeholders.
  /// In the order in which the measured words name them.
  std::vector<Parameter> parameters = {};
};

/// Folders of a revision that commands may name, as {source} and {build}.
struct CommandPlaces {
  std::filesystem::path source;  ///< Empty: of no revision.
  std::filesystem::path build;
};

/// A placeholder that means nothing; what() is a sentence.
class PlaceholderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the parameters that words name, each once. Throws PlaceholderError
/// for a name that looks like a slip in {source}, {build} or {project}.
[[nodiscard]] std::vector<CommandRecipe::Parameter> parameters_in(
    const std::vector<std::string>& words);

/// Throws PlaceholderError if words name a parameter that is not among these.
void require_parameters(const std::vector<std::string>& words,
                        const std::vector<CommandRecipe::Parameter>& known);

/// Whether any of its words names {source}, or {source} or {build}: folders of
/// a revision.
[[nodiscard]] bool names_source(const CommandRecipe& recipe);
[[nodiscard]] bool names_revision(const CommandRecipe& recipe);

/// Returns the file in {build} that is measured, as its first word names it;
/// empty if that is another.
[[nodiscard]] std::string built_tool(const CommandRecipe& recipe);

/// Returns the other files and folders in {build} that its words name.
[[nodiscard]] std::vector<std::string> built_files(const CommandRecipe& recipe);

/// Puts values in place of parameters, in their order, and folders in place of
/// {source}, {build} and {project}, the folder of spl.json. Folders that are
/// not known leave their placeholder.
[[nodiscard]] CommandRun filled(const CommandRecipe& recipe,
                                const std::vector<logic::Value>& arguments,
                                const CommandPlaces& places = {},
                                const std::filesystem::path& project = {});

/// Returns the recipe of a command that a formula writes: `command("tool x")`.
/// Throws WordError if it cannot be split into words.
[[nodiscard]] CommandRecipe written_command(const std::string& text);

}  // namespace spl::runner
