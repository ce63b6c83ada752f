#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/builds/compiler_call.hpp"
#include "runner/system/spawn.hpp"

/// spl-run as the launcher of the compilers of a build: a process between the
/// build and the compiler. It adds flags that the build need not know of, notes
/// how each file was compiled (compiled_files.hpp), and lets ccache take an
/// object that was compiled before (object_reuse.hpp).
namespace spl::runner {

inline constexpr const char* kCompile = "--compile";

/// The variable that names the folder of ccache; without it nothing is looked
/// up or kept.
inline constexpr const char* kObjects = "SPL_OBJECTS";

/// The variable that names the folder in which compile() leaves what the build
/// reads: `files` has the paths that compilers read, each with a zero byte
/// after it; `tools` a file for each tool, in the same format, with its path
/// and the libraries that it is loaded with.
inline constexpr const char* kReads = "SPL_READS";

/// Names in that folder: of the folder of what note_compiled() notes, and of
/// the files with the flags, as words of a shell, that commands get before
/// their own where something is compiled or linked. The folder above is that of
/// the build slot, which has the wrappers of compilers.
inline constexpr const char* kCode = "code";
inline constexpr const char* kCompilerFlags = "compiler flags";
inline constexpr const char* kLinkerFlags = "linker flags";
inline constexpr const char* kCompilers = "compilers";

/// Executes the compiler and its arguments and returns the exit status.
[[nodiscard]] int compile(const std::vector<std::string>& words);

/// The folders of an object.
struct ObjectFolders {
  std::filesystem::path objects;  ///< Of ccache.
  std::filesystem::path reads;    ///< Of the build slot; gets files of tools.
};

/// Returns the command that makes the object through ccache, and sets the
/// variables of this process for it; nothing where ccache is not in PATH, or
/// could not tell an object from another. An object is reused if the words, the
/// tools that the compiler would start (as its option -### lists them, with
/// their libraries), the variables that these heed and the preprocessed source
/// are the same. The preprocessed source holds the answer to every question
/// that the preprocessor asks of the file system: which of several headers was
/// found first, and what __has_include saw. It loses the columns of words,
/// which debug information then does without.
///
/// The command writes all files that it read as rules for make: ccache refuses
/// the variables of reading_variables(). Throws FileError.
[[nodiscard]] std::optional<std::vector<std::string>> through_ccache(
    const std::vector<std::string>& words, const CompilerCall& call,
    const ObjectFolders& folders);

/// Executes the words with all that this process has, its input, too. Returns
/// the status, or ends this process as the compiler has ended.
[[nodiscard]] int execute_here(const std::vector<std::string>& words);

/// Returns the status of an ending, or ends this process likewise.
[[nodiscard]] int status(const Ending& ending);

/// The exit of a process, and all that it printed.
struct Printed {
  Ending ending;
  std::string text;
};

/// Executes the words without an input.
[[nodiscard]] Printed printed(const std::vector<std::string>& words);

[[nodiscard]] bool succeeded(const Ending& ending);

}  // namespace spl::runner
