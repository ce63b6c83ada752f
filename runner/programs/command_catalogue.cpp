#include "runner/programs/command_catalogue.hpp"

#include <algorithm>
#include <memory>

#include "runner/system/command_words.hpp"
#include "runner/tools/translator.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::Entry;
using logic::Parameter;

/// In place of a path.
std::string place_of(const std::string& revision) {
  return logic::is_under_test(revision) ? "commands"
                                        : "commands of @" + revision;
}

Entry entry(const std::string& name, std::vector<Parameter> parameters,
            const std::string& place) {
  Entry result;
  result.name = name;
  result.parameters = std::move(parameters);
  result.program = place;
  return result;
}

Entry entry(const CommandRecipe& recipe, const std::string& place) {
  std::vector<Parameter> parameters;
  for (const auto& [name, values] : recipe.parameters) {
    parameters.push_back({name, "word", Parameter::Kind::kAny, 0, 0, values});
  }
  return entry(recipe.name, std::move(parameters), place);
}

/// Returns the commands in the order in which find() looks for them.
CommandSet sorted(CommandSet commands) {
  std::ranges::sort(commands.recipes, {}, &CommandRecipe::name);
  return commands;
}

/// Finds a command among sorted ones.
const CommandRecipe* find(const CommandSet& commands, const std::string& name) {
  const auto& all = commands.recipes;
  const auto found =
      std::ranges::lower_bound(all, name, {}, &CommandRecipe::name);
  return found == all.end() || found->name != name ? nullptr : &*found;
}

/// Returns whether a command is the same at all revisions, which then have none
/// of their own.
bool is_constant(const std::string& name, const ProgramCatalogue& programs) {
  return std::ranges::any_of(
      programs.programs, [&](const ProgramCatalogue::Program& program) {
        const CommandRecipe* recipe = program.commands == nullptr
                                          ? nullptr
                                          : find(*program.commands, name);
        return recipe != nullptr && !names_revision(*recipe);
      });
}

void require_words(const SuiteFormula& formula, const logic::LinearForm& side,
                   const ProgramCatalogue& programs) {
  for (const auto& term : side.terms()) {
    const logic::Performance& performance = term.performance;
    if (!logic::is_under_test(performance.revision) &&
        programs.entry_of(performance.method, performance) == nullptr &&
        is_constant(performance.method, programs)) {
      throw ProgramError(
          place_of(formula) + to_text(performance) +
          ": this command is the same at all revisions, because its words name "
          "neither {build} nor {source}; leave out @" +
          performance.revision);
    }
    const auto& program = programs.program_of(term.performance);
    if (program.commands == nullptr) continue;
    std::string wrong;
    try {
      const auto run = command_run(program, term.performance);
      if (run->words.empty() || run->words.front().empty()) {
        wrong = "no word that names a program";
      }
    } catch (const WordError& error) {
      wrong = error.what();
    }
    if (wrong.empty()) continue;
    throw ProgramError(place_of(formula) + to_text(term.performance) + " has " +
                       wrong);
  }
}

}  // namespace

std::vector<std::string> add_commands(const CommandSet& commands,
                                      const std::string& revision,
                                      ProgramCatalogue& programs) {
  if (commands.recipes.empty() && !commands.has_written) return {};
  logic::Catalogue& catalogue = programs.catalogue;
  const auto entries_of = [&]() -> logic::Entries& {
    if (logic::is_under_test(revision)) return catalogue.entries;
    auto& entries = catalogue.revisions[revision].entries;
    return entries ? *entries : entries.emplace();
  };
  logic::Entries& entries = entries_of();
  std::vector<std::string> warnings;
  const std::string place = place_of(revision);
  for (const CommandRecipe& recipe : commands.recipes) {
    if (const Entry* other = entries.find(recipe.name)) {
      throw ProgramError("\"" + recipe.name +
                         "\" is a command of spl.json and is in " +
                         other->program + ", too; rename one of them");
    }
    entries.push_back(entry(recipe, place));
  }
  if (commands.has_written) {
    if (const Entry* other = entries.find(kWrittenCommand)) {
      warnings.push_back(std::string(kWrittenCommand) +
                         "(...) is the workload of " + other->program +
                         ", which has precedence over spl-run's "
                         "command(\"TOOL ...\"); rename the workload to "
                         "measure commands");
    } else {
      entries.push_back(
          entry(kWrittenCommand,
                {{"", "command", Parameter::Kind::kText, 0, 0, {}}}, place));
    }
  }
  ProgramCatalogue::Program program;
  program.path = place;
  program.chooses_iterations = true;
  program.missing = missing_metrics(
      {workload::Metric::kWall, workload::Metric::kCpu,
       workload::Metric::kPeakMemory},
      "are processes as a whole, whose metrics are wall, cpu and peak-memory");
  program.commands = std::make_shared<const CommandSet>(sorted(commands));
  programs.programs.push_back(std::move(program));
  return warnings;
}

std::optional<CommandRun> command_run(const ProgramCatalogue::Program& program,
                                      const logic::Performance& performance) {
  if (program.commands == nullptr) return std::nullopt;
  const CommandSet& commands = *program.commands;
  if (const CommandRecipe* recipe = find(commands, performance.method)) {
    return filled(*recipe, performance.arguments, commands.places,
                  commands.project);
  }
  const auto* text = std::get_if<std::string>(&performance.arguments.at(0));
  return filled(written_command(text == nullptr ? "" : *text), {},
                commands.places, commands.project);
}

void require_commands(const Suite& suite, const ProgramCatalogue& programs) {
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      require_words(formula, relation.left, programs);
      require_words(formula, relation.right, programs);
    }
  }
}

}  // namespace spl::runner
