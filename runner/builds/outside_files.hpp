#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

/// Files that a build reads outside its own folders: system headers, installed
/// libraries, compilers. They can change while the sources stay the same.
namespace spl::runner {

/// A file as it was when a build read it, or a folder as it was listed.
struct OutsideFile {
  std::filesystem::path path;
  /// The hash of its content, or of the names in a folder without those that
  /// lie around builds; empty if it is not there.
  std::string id;
  std::string facts;  ///< Device, number, size and times: equal, so is the id.
};

/// The traces that a build left, and where.
struct BuildTraces {
  std::filesystem::path build_slot;  ///< Files below it are not outside.
  std::filesystem::path build;       ///< The build folder.
  std::filesystem::path
      reads;  ///< The folder that compile() filled (compile_launcher.hpp).
  std::vector<std::string> environment;
  std::filesystem::path
      launcher;  ///< The launcher of compilers; it reads nothing of its own.
  /// Further paths that were read; folders among them were listed.
  std::vector<std::filesystem::path> more = {};
};

/// Returns the variables that make compilers without -MD, too, leave below
/// `reads` which files they read.
[[nodiscard]] std::vector<std::string> reading_variables(
    const std::filesystem::path& reads);

/// Returns the libraries that a linker's words `-lNAME` (also `-l:FILE`) may
/// mean: all files of that name in the folders of `-L` among the words
/// (relative to `folder`), of LIBRARY_PATH and of the system.
[[nodiscard]] std::vector<std::filesystem::path> searched_libraries(
    const std::vector<std::string>& words, const std::filesystem::path& folder,
    const std::vector<std::string>& environment);

/// Returns the files outside the build slot that the build is known to have
/// read, in order: those that compilers, ninja and its dependencies name, and
/// those that CMake read or found. Throws FileError.
[[nodiscard]] std::vector<OutsideFile> outside_files(const BuildTraces& traces);

/// Returns the paths as they are now.
[[nodiscard]] std::vector<OutsideFile> as_they_are(
    const std::set<std::filesystem::path>& paths);

/// Returns the first file that is not as it was; empty if all are.
[[nodiscard]] std::string changed_file(const std::vector<OutsideFile>& files);

/// Encodes the files, each with a zero byte after it; decode_outside_files()
/// throws FileError for any other text.
[[nodiscard]] std::string encode(const std::vector<OutsideFile>& files);
[[nodiscard]] std::vector<OutsideFile> decode_outside_files(
    const std::string& text);

}  // namespace spl::runner
