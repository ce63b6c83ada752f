#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// Executes a compiler and its arguments, which make an object, and returns its
/// exit status, or puts in place the object that it would make and prints what
/// it would print. `objects` is the folder of the ObjectCache; empty: none.
/// `reads` is a folder of the build slot, which gets the files of the tools.
/// Throws FileError.
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
///
/// The folder of the build slot may differ, unless the object holds its name.
[[nodiscard]] int compile_object(const std::vector<std::string>& words,
                                 const std::filesystem::path& objects,
                                 const std::filesystem::path& reads);

}  // namespace spl::runner
