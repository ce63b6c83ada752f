#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "runner/formulas/project_file.hpp"
#include "runner/formulas/suite.hpp"

/// The project files of texts, which must be one and the same.
namespace spl::runner {

/// Returns the project file of a formula file or of a folder of them: the
/// nearest from its folder upwards, or else from the current folder upwards, as
/// found by find_project_file().
[[nodiscard]] std::optional<FoundProjectFile> project_of(
    const std::filesystem::path& path, const std::filesystem::path& home);

/// Throws PlainError if a text has another project file than `named`, a formula
/// file or folder: the other project file would not count. Files that were only
/// searched for formulas and have none do not matter.
void require_one_project(const std::filesystem::path& named,
                         const std::vector<FormulaText>& texts,
                         const std::filesystem::path& home);

}  // namespace spl::runner
