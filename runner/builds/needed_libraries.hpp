#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

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
