#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "runner/settings/command_recipe.hpp"
#include "runner/system/json_place.hpp"

/// The "commands" of spl.json.
namespace spl::runner {

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
