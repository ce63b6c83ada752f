#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/builds/compiler_call.hpp"

/// Objects of earlier builds, which ccache keeps.
namespace spl::runner {

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

}  // namespace spl::runner
