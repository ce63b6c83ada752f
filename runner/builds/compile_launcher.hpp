#pragma once

#include <string>
#include <vector>

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

}  // namespace spl::runner
