#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "runner/formulas/project_file.hpp"
#include "runner/formulas/suite.hpp"

/// Which project file belongs to a text, and whether there is only one.
namespace spl::runner {

/// The project file of a formula file or of a folder of them: the nearest
/// from its folder upwards, or else from the current folder upwards, as
/// find_project_file() searches.
[[nodiscard]] std::optional<FoundProjectFile> project_of(
    const std::filesystem::path& path, const std::filesystem::path& home);

/// Throws PlainError where a text has another project file than the one that
/// `named`, a formula file or folder, has: what this one says would not count.
/// Files that were only searched for formulas and have none do not matter.
void require_one_project(const std::filesystem::path& named,
                         const std::vector<FormulaText>& texts,
                         const std::filesystem::path& home);

}  // namespace spl::runner
