#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "runner/formulas/command_line.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/settings/command_recipe.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/settings.hpp"
#include "runner/settings/trusted_file.hpp"
#include "runner/system/json_parser.hpp"

namespace spl::runner {

/// A project file that cannot be used; what() is a message with its place.
class ProjectFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Files that "formulas" or "definitions" name.
struct FormulaPattern {
  std::string path;   ///< With wildcards; relative to the current folder.
  std::string place;  ///< "spl.json:2:15", where it stands.
};

/// The content of spl.json. Paths are relative to the current folder or
/// absolute.
struct ProjectFile {
  std::filesystem::path path;
  std::vector<Assignment> assignments;
  std::vector<Assignment> guard;  ///< Settings for guard alone.
  std::vector<std::string> programs;
  NamedPrograms named_programs;  ///< The named ones of "programs".
  std::vector<FormulaPattern> formulas;
  std::vector<FormulaPattern> definitions;  ///< For all texts.
  BuildRecipe recipe;  ///< No programs: no revisions are built.
  std::vector<CommandRecipe> commands;
};

/// Reads `text` as the project file at `path`. Throws ProjectFileError with
/// the line and column of a mistake.
[[nodiscard]] ProjectFile parse_project_file(const std::filesystem::path& path,
                                             const std::string& text);

/// A project file that was found, not named by the user.
struct FoundProjectFile {
  std::filesystem::path path;  ///< As the user would name it from here.
  std::filesystem::path
      entry;  ///< The place where it was found; may be a link.
};

/// Returns the spl.json of `folder` or of the nearest folder above it, up to
/// the top of a Git repository, the home folder of the user or the border of a
/// file system.
[[nodiscard]] std::optional<FoundProjectFile> find_project_file(
    const std::filesystem::path& folder, const std::filesystem::path& home);

/// Reads a project file. Throws ProjectFileError if another user could have
/// written it, or FileError.
[[nodiscard]] std::string read_project_file(
    const FoundProjectFile& found, const Rights& rights = own_rights());

/// Reports a mistake with its place, which is below "commands" and may be that
/// of an item of a list, and does not return.
using RefuseCommand =
    std::function<void(const std::string& message, const JsonPlace& place)>;

/// Reads the value of "commands", which is at `place`. Commands work in the
/// folder of the project file.
[[nodiscard]] std::vector<CommandRecipe> read_commands(
    const nlohmann::json& commands, const JsonPlace& place,
    const std::filesystem::path& folder, const RefuseCommand& refuse);

}  // namespace spl::runner
