#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

/// What a build reads outside its own folders: system headers, installed
/// libraries, compilers. They can change while the sources stay the same.
namespace spl::runner {

/// A file as it was when a build read it, or a folder as it was listed.
struct OutsideFile {
  std::filesystem::path path;
  /// Of its content, or of the names in a folder without what lies around
  /// builds; empty if it is not there.
  std::string id;
  std::string facts;  ///< Device, number, size and times: equal, so is the id.
};

/// Where a build worked, and with what.
struct BuildTraces {
  std::filesystem::path build_slot;  ///< Files below it are not outside.
  std::filesystem::path build;       ///< The build folder.
  std::filesystem::path reads;  ///< What compile() left (compile_launcher.hpp).
  std::vector<std::string> environment;
  std::filesystem::path launcher;  ///< Of compilers: reads nothing of its own.
  /// Known to have been read; folders among them were listed.
  std::vector<std::filesystem::path> more = {};
};

/// The variables that make compilers without -MD leave what they read below
/// `reads`, too.
[[nodiscard]] std::vector<std::string> reading_variables(
    const std::filesystem::path& reads);

/// The libraries that a linker's words `-lNAME` (also `-l:FILE`) may stand for:
/// all files of that name in the folders of `-L` among the words, from a
/// folder, in LIBRARY_PATH and in the system's.
[[nodiscard]] std::vector<std::filesystem::path> searched_libraries(
    const std::vector<std::string>& words, const std::filesystem::path& folder,
    const std::vector<std::string>& environment);

/// The files outside the build slot that the build is seen to have read, in
/// order: those that compilers, ninja and its dependencies name, and those that
/// CMake read or found. Throws FileError.
[[nodiscard]] std::vector<OutsideFile> outside_files(const BuildTraces& traces);

/// The paths as they are now.
[[nodiscard]] std::vector<OutsideFile> as_they_are(
    const std::set<std::filesystem::path>& paths);

/// The first that is not as it was; empty if all are.
[[nodiscard]] std::string changed_file(const std::vector<OutsideFile>& files);

/// Each with a zero byte after it; decode() throws FileError for a text that
/// is none.
[[nodiscard]] std::string encode(const std::vector<OutsideFile>& files);
[[nodiscard]] std::vector<OutsideFile> decode_outside_files(
    const std::string& text);

}  // namespace spl::runner
