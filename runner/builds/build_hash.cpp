#include "runner/builds/build_hash.hpp"

#include "runner/builds/build_inputs.hpp"
#include "runner/git/content_id.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Empty without commands, so that what was built before is still known.
std::string commands_text(const BuildRecipe& recipe) {
  if (recipe.tools.empty() && recipe.files_of_commands.empty() &&
      !recipe.keeps_source) {
    return {};
  }
  return joined(recipe.tools) + joined(recipe.files_of_commands) +
         (recipe.keeps_source ? "with sources" : "");
}

std::string recipe_text(const BuildSite& site) {
  const BuildRecipe& recipe = site.recipe;
  return joined(recipe.configure) + joined(recipe.build) +
         joined(recipe.programs) + commands_text(recipe) +
         joined(relevant_environment(
             build_environment(site.environment, recipe, {}))) +
         recipe.compiler_flags + '\0' + recipe.linker_flags + '\0' +
         "without the lane" + '\0';
}

}  // namespace

fs::path build_slots(const BuildSite& site) {
  const std::string key =
      content_id(recipe_text(site) + site.recipe.repository + '\0' +
                 fs::absolute(site.recipe.project).string());
  return site.cache / "lanes" / key.substr(0, 12);
}

std::string build_hash(const BuildOrder& order, const BuildSite& site) {
  // The first number names the way of building.
  std::string text = "program of a revision 1, protocol " +
                     std::to_string(workload::kProtocolVersion) + '\n';
  text += tree_id(counted(order.tree)) + '\n' + recipe_text(site);
  text += site.processor + '\0';
  text += tool_facts(site.recipe,
                     build_environment(site.environment, site.recipe, {}));
  return content_id(text);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text = std::to_string(lines.size()) + '\n';
  for (const std::string& line : lines) text += line + '\0';
  return text;
}

}  // namespace spl::runner
