#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/layouts/shuffling_linker.hpp"

/// How revisions are built: command templates without a shell.
namespace spl::runner {

/// The "revisions" of spl.json.
struct BuildRecipe {
  /// The folder of spl.json: {project}.
  std::filesystem::path project = ".";
  std::string repository;            ///< Empty: the one around the project.
  std::vector<std::string> overlay;  ///< Paths from the project's folder.
  std::vector<std::string> configure{"cmake",
                                     "-S",
                                     "{source}",
                                     "-B",
                                     "{build}",
                                     "-G",
                                     "Ninja",
                                     "-DCMAKE_BUILD_TYPE=Release",
                                     "-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON"};
  std::vector<std::string> build{"cmake", "--build", "{build}", "--parallel",
                                 "{jobs}"};
  /// Templates, too, of texts for framework_program().
  std::vector<std::string> programs;
  /// The positions of the programs whose workloads are wanted; empty: all. A
  /// build has all programs in either case.
  std::set<std::size_t> wanted_programs = {};
  /// Programs that commands of spl.json execute; they hold no workloads.
  std::vector<std::string> tools = {};
  /// Other files and folders that these commands name, kept if they are there.
  std::vector<std::string> files_of_commands = {};
  /// Commands name {source}, so that sources are kept, too.
  bool keeps_source = false;
  /// Patterns, from the project's folder, of the files that matter to a build.
  /// Empty: the files that a build could read (build_inputs.hpp).
  std::vector<std::string> files;
  std::chrono::nanoseconds timeout = std::chrono::minutes(30);

  /// Words of a shell that each command of a compiler gets, or each one that
  /// links: by wrappers, since many builds choose their own flags only where
  /// CFLAGS is not set. Revisions with other flags are built in other
  /// folders.
  std::string compiler_flags;
  std::string linker_flags;

  /// Programs are kept together with the files that link them again, if there
  /// is a linker that can shuffle.
  bool keeps_links = false;
  std::optional<ShufflingLinker> linker;

  /// If a revision is built several times, each build is linked in another
  /// order, if there is a linker that can shuffle.
  bool shuffles_builds = false;
};

/// Whether a build would be of no use: there is nothing to keep of it.
[[nodiscard]] bool builds_nothing(const BuildRecipe& recipe);

/// Returns all that is executed: programs, then tools that are none of these.
[[nodiscard]] std::vector<std::string> executed_files(
    const BuildRecipe& recipe);

/// The values of the placeholders of one build.
struct BuildPlaces {
  std::filesystem::path source;
  std::filesystem::path build;
  std::filesystem::path project;
  unsigned jobs = 1;
};

/// Returns a sentence about a placeholder in the word that does not exist, or
/// nothing.
[[nodiscard]] std::optional<std::string> wrong_placeholder(
    const std::string& word);

/// Returns the word with the values of its placeholders, which must all exist.
[[nodiscard]] std::string filled(const std::string& word,
                                 const BuildPlaces& places);
[[nodiscard]] std::vector<std::string> filled(
    const std::vector<std::string>& words, const BuildPlaces& places);

/// Returns the recipe with the linker and the flags that record links, if the
/// recipe keeps links and there is such a linker. Throws FileError.
[[nodiscard]] BuildRecipe with_linker(
    BuildRecipe recipe, const std::vector<std::string>& environment,
    const std::filesystem::path& cache);

/// Returns the recipe of one of several builds of a revision, numbered from 1.
/// The number is its -frandom-seed and, if builds are shuffled, the seed of the
/// order in which it is linked. The recipe must keep no links and have no
/// flags.
[[nodiscard]] BuildRecipe with_seed(
    BuildRecipe recipe, std::uint32_t number,
    const std::vector<std::string>& environment);

/// Returns whether `{project}` is in a command.
[[nodiscard]] bool uses_project(const BuildRecipe& recipe);

/// Returns the variables of a build, "NAME=value" in order: the caller's that
/// tools need or that choose compilers and flags, without those that would make
/// two builds differ or that Git gives its hooks.
[[nodiscard]] std::vector<std::string> build_environment(
    const std::vector<std::string>& callers, const BuildRecipe& recipe,
    const std::filesystem::path& ceiling);

/// Returns the variables of a build on which its result depends.
[[nodiscard]] std::vector<std::string> relevant_environment(
    const std::vector<std::string>& environment);

/// Returns the variables that compilers and linkers heed by themselves.
[[nodiscard]] std::vector<std::string> compiler_environment(
    const std::vector<std::string>& environment);

/// Returns the paths of the tools of a build: the compilers and the first words
/// of the commands, as far as they are in PATH.
[[nodiscard]] std::vector<std::filesystem::path> tool_paths(
    const BuildRecipe& recipe, const std::vector<std::string>& environment);

/// Returns the names of these tools, with the size and time of their files in
/// PATH.
[[nodiscard]] std::string tool_facts(
    const BuildRecipe& recipe, const std::vector<std::string>& environment);

}  // namespace spl::runner
