#pragma once

#include <string>
#include <vector>

/// spl-run as the launcher of the compilers of a build: a process between the
/// build and the compiler, which takes an object that was compiled before from
/// the ObjectCache, but only if compiling would yield the same bytes.
namespace spl::runner {

inline constexpr const char* kCompile = "--compile";

/// The variable that names the folder of the ObjectCache; without it nothing is
/// looked up or kept.
inline constexpr const char* kObjects = "SPL_OBJECTS";

/// The variable that names the folder in which compile() leaves what the build
/// reads: `files` has the paths that compilers read, each with a zero byte
/// after it; `tools` a file for each tool, in the same format, with its path
/// and the libraries that it is loaded with.
inline constexpr const char* kReads = "SPL_READS";

/// Executes the compiler and its arguments and returns its exit status, or puts
/// in place the object that it would make and prints what it would print.
///
/// An object is reused if the words, the folder, the tools that the compiler
/// would start (as its option -### lists them, with their libraries) and the
/// preprocessed source are the same; if an object shows columns, every file
/// that went into it must be the same, too. The preprocessed source holds the
/// answer to every question that the preprocessor asks of the file system:
/// which of several headers was found first, and what __has_include saw. The
/// bytes of the files say in which column a word is, which the preprocessed
/// source loses and debug information shows. An object is not kept if its
/// compiler or assembler reads anything else (precompiled headers, modules,
/// .incbin). The source is preprocessed anew after it was compiled, so that an
/// object is not kept under a text that changed meanwhile.
[[nodiscard]] int compile(const std::vector<std::string>& words);

}  // namespace spl::runner
