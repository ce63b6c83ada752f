#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// Returns a hash of what the machine executes: equal for files that behave
/// alike and take the same time wherever they are. Of an ELF file it covers all
/// but its build id and the parts for debuggers only: sections of debug
/// information, symbol tables that are not loaded, the compiler's name, and
/// where these are in the file. Of any other file it covers all bytes. Throws
/// FileError.
[[nodiscard]] std::string program_content(const std::filesystem::path& file);

/// Returns what arguments add to the content of a program: what is in the files
/// that they name, and the other arguments as they are.
[[nodiscard]] std::string arguments_content(
    const std::vector<std::string>& arguments);

/// Returns all files that the dynamic linker maps with a program, which is not
/// executed: shared libraries and the dynamic linker itself; none for a program
/// without one. `scratch` is a file that is overwritten and removed.
[[nodiscard]] std::vector<std::filesystem::path> loaded_libraries(
    const std::filesystem::path& program,
    const std::vector<std::string>& environment,
    const std::filesystem::path& scratch);

/// Returns those of loaded_libraries() that are below a folder.
[[nodiscard]] std::vector<std::filesystem::path> needed_libraries(
    const std::filesystem::path& program, const std::filesystem::path& folder,
    const std::vector<std::string>& environment,
    const std::filesystem::path& scratch);

}  // namespace spl::runner
