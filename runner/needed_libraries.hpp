#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// The shared libraries below a folder that a program would be started with,
/// as the dynamic linker finds them; none for a program without one. `scratch`
/// is a file that is overwritten and removed.
[[nodiscard]] std::vector<std::filesystem::path> needed_libraries(
    const std::filesystem::path& program, const std::filesystem::path& folder,
    const std::vector<std::string>& environment,
    const std::filesystem::path& scratch);

}  // namespace spl::runner
