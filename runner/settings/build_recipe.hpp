#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
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
  std::vector<std::string> programs;  ///< Templates, too.
  /// Patterns from the project's folder: which files matter to a build. Empty:
  /// those that a build could read (build_inputs.hpp).
  std::vector<std::string> files;
  std::chrono::nanoseconds timeout = std::chrono::minutes(30);

  /// Added to what CFLAGS and CXXFLAGS, or LDFLAGS, say where a build is
  /// configured; revisions are then built in folders of their own. This is how
  /// one links again with other flags: configure once with a response file
  /// among them.
  std::string compiler_flags;
  std::string linker_flags;

  /// Programs are kept with all that it takes to link them again, if there is
  /// a linker that can shuffle.
  bool keeps_links = false;
  std::optional<ShufflingLinker> linker;

  /// Where a revision is built several times, each build is linked in an order
  /// of its own, if there is a linker that can shuffle.
  bool shuffles_builds = false;
};

/// What stands for the placeholders of one build.
struct BuildPlaces {
  std::filesystem::path source;
  std::filesystem::path build;
  std::filesystem::path project;
  unsigned jobs = 1;
};

/// A placeholder that does not exist in some word; a sentence, or nothing.
[[nodiscard]] std::optional<std::string> wrong_placeholder(
    const std::string& word);

/// The word with places for placeholders, which are all known.
[[nodiscard]] std::string filled(const std::string& word,
                                 const BuildPlaces& places);
[[nodiscard]] std::vector<std::string> filled(
    const std::vector<std::string>& words, const BuildPlaces& places);

/// The recipe with the flags and the linker that keeping links takes, where it
/// is asked for and there is such a linker. Throws FileError.
[[nodiscard]] BuildRecipe with_linker(
    BuildRecipe recipe, const std::vector<std::string>& environment,
    const std::filesystem::path& cache);

/// The recipe of one of several builds of the same revision, numbered from 1:
/// compiled with its number as -frandom-seed and, where builds are shuffled,
/// linked in the order of that seed. It keeps no links and had no flags.
[[nodiscard]] BuildRecipe with_seed(
    BuildRecipe recipe, std::uint32_t number,
    const std::vector<std::string>& environment);

/// Whether `{project}` is in a command.
[[nodiscard]] bool uses_project(const BuildRecipe& recipe);

/// The caller's variables as a build gets them, "NAME=value" in order: those
/// that tools need or that choose compilers and flags, without any that would
/// make two builds differ or that Git gives its hooks.
[[nodiscard]] std::vector<std::string> build_environment(
    const std::vector<std::string>& callers, const BuildRecipe& recipe,
    const std::filesystem::path& ceiling);

/// The variables of a build that its result depends on.
[[nodiscard]] std::vector<std::string> relevant_environment(
    const std::vector<std::string>& environment);

/// Those among them that compilers and linkers heed by themselves.
[[nodiscard]] std::vector<std::string> compiler_environment(
    const std::vector<std::string>& environment);

/// Paths of the tools that would be used: the compilers and the first words of
/// the commands, as far as they are in PATH.
[[nodiscard]] std::vector<std::filesystem::path> tool_paths(
    const BuildRecipe& recipe, const std::vector<std::string>& environment);

/// Which tools would be used: the compilers and the first words of the
/// commands, with the size and time of what they are in PATH.
[[nodiscard]] std::string tool_facts(
    const BuildRecipe& recipe, const std::vector<std::string>& environment);

}  // namespace spl::runner
