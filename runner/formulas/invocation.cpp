#include "runner/formulas/invocation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "runner/formulas/misplaced.hpp"
#include "runner/formulas/one_project.hpp"
#include "runner/formulas/performance_name.hpp"
#include "runner/settings/option_values.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/text_file.hpp"
#include "runner/tools/framework.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

std::optional<FoundProjectFile> found_project(const CommandLine& line,
                                              const fs::path& home) {
  if (!line.files.empty()) {
    if (auto found = project_of(line.files.front(), home)) return found;
  } else if (auto found = find_project_file(".", home)) {
    return found;
  }
  // A test that asserts formulas may start anywhere.
  for (const auto* programs : {&line.own_programs, &line.programs}) {
    if (programs->empty()) continue;
    const fs::path program = framework_program(programs->front()).path;
    return find_project_file(program.parent_path(), home);
  }
  return std::nullopt;
}

std::optional<ProjectFile> project_file(const CommandLine& line,
                                        const fs::path& home) {
  // Its owner does not matter: the user has named it.
  if (!line.config.empty()) {
    return parse_project_file(line.config, read_text_file(line.config));
  }
  const auto found = found_project(line, home);
  if (!found) return std::nullopt;
  return parse_project_file(found->path, read_project_file(*found));
}

void apply(Settings& settings, const Assignment& assignment,
           const std::string& where) {
  try {
    find_option(assignment.option)->set(settings, assignment.value);
  } catch (const SettingError& error) {
    throw PlainError(where + error.what());
  }
}

/// The options of one place, each with the beginning of its messages.
struct Layer {
  std::vector<std::pair<Assignment, std::string>> assignments;

  [[nodiscard]] bool names(std::string_view option) const {
    return std::ranges::any_of(assignments, [&](const auto& one) {
      return one.first.option == option;
    });
  }
};

void apply(Settings& settings, const Layer& layer) {
  // Files of a stronger place replace those of a weaker one; reports, those of
  // the same format.
  if (layer.names("data")) settings.data.clear();
  const std::vector<Output> earlier = std::exchange(settings.outputs, {});
  for (const auto& [assignment, where] : layer.assignments) {
    apply(settings, assignment, where);
  }
  for (const Output& one : earlier) {
    if (!writes(settings, one.format)) settings.outputs.push_back(one);
  }
}

/// Applies what learns before all others, since it lets `runs` be 1.
void put_learning_first(Layer& layer) {
  std::stable_partition(
      layer.assignments.begin(), layer.assignments.end(), [](const auto& one) {
        return one.first.option == "learn" || one.first.option == "learn-from";
      });
}

void require_direction(const std::string& metric, const std::string& where) {
  try {
    values::require_direction("metric", metric);
  } catch (const SettingError& error) {
    throw PlainError(where + error.what());
  }
}

/// Takes the metrics, which may be several, and leaves the first. Throws
/// PlainError.
void take_metrics(bool is_guard, Layer& layer,
                  std::vector<std::string>& metrics) {
  for (auto& [assignment, where] : layer.assignments) {
    if (assignment.option != "metric") continue;
    metrics = guarded_values(assignment.option, assignment.value);
    for (const std::string& one : metrics) {
      Settings unused;
      apply(unused, Assignment{assignment.option, one}, where);
      if (is_guard) require_direction(one, where);
    }
    assignment.value = metrics.front();
  }
}

/// Adds the assignments of a project file.
void add(const ProjectFile& file, const CommandLine& line, Layer& layer) {
  std::vector<Assignment> all = file.assignments;
  if (line.mode == Mode::kGuard) {
    all.insert(all.end(), file.guard.begin(), file.guard.end());
  }
  for (const Assignment& one : all) {
    const Option& option = *find_option(one.option);
    // Who asks for no result may not expect a report of one.
    const bool is_idle = line.offline || !kWithResult.contains(line.mode);
    if (option.path == Option::Path::kOutput && is_idle) continue;
    layer.assignments.emplace_back(one, file.path.string() + ": ");
  }
}

/// Throws ProjectFileError for a file at the place that the key of a project
/// file must not name. `remedy` continues "name it on the command line".
void require_inside(const ProjectBorder& border, const std::string& key,
                    const FormulaPattern& named, const std::string& remedy) {
  const std::string fault = border.fault_of(named.path);
  if (fault.empty()) return;
  throw ProjectFileError(named.place + ": error: \"" + key + "\" " + fault +
                         "; " + remedy);
}

/// Looks at the files that a project file names as options, unless a stronger
/// place names others. Throws ProjectFileError.
void require_inside(const Layer& project,
                    std::initializer_list<const Layer*> stronger,
                    const Invocation& invocation) {
  for (const auto& [one, where] : project.assignments) {
    const std::string& option = one.option;
    const bool is_replaced = std::ranges::any_of(
        stronger, [&](const Layer* layer) { return layer->names(option); });
    if (one.place.empty() || is_replaced) continue;
    require_inside(
        ProjectBorder(*invocation.project, invocation.home), option,
        {option == "output" ? parse_output(one.value).path : one.value,
         one.place},
        "if you mean it, name it on the command line: " +
            to_text(words_of_option(option, "PATH")));
  }
}

/// Lets the settings of a project file remove nothing of what others measured
/// or built: from a store that somebody else named, or from the cache.
void keep_what_is_shared(Layer& project,
                         std::initializer_list<const Layer*> stronger) {
  const bool has_own_store = std::ranges::none_of(
      stronger, [](const Layer* one) { return one->names("history"); });
  std::erase_if(project.assignments, [&](const auto& each) {
    const Assignment& one = each.first;
    if (one.option == "history-size") return !has_own_store;
    Settings settings;
    if (one.option == "cache-limit") apply(settings, one, each.second);
    return settings.cache_limit < Settings().cache_limit;
  });
}

FormulaText read_text(const fs::path& path) {
  FormulaText text{path.string(), "", FormulaText::Origin::kFile, 0};
  if (is_cpp_file(path)) {
    text.origin = FormulaText::Origin::kCpp;
  } else if (path.extension() != ".spl") {
    throw PlainError("cannot read formulas from " + path.string() +
                     ": formula files end with .spl, others with an ending of "
                     "C++");
  }
  text.content = read_text_file(path, &text.opened);
  return text;
}

/// Adds lines of a file that is known; without any, all its formulas.
void add_lines(const std::vector<std::size_t>& lines, FormulaText& text) {
  if (lines.empty()) text.lines.clear();
  if (!text.lines.empty()) {
    text.lines.insert(text.lines.end(), lines.begin(), lines.end());
  }
}

/// The places of files among texts, each in one spelling.
using Places = std::map<fs::path, std::size_t>;

/// Adds the texts of a file or folder, without the C++ files of a folder that
/// have no formulas, as most have none.
void add_texts(const fs::path& path, Places& known,
               std::vector<FormulaText>& texts,
               const std::vector<std::size_t>& lines = {}) {
  std::error_code error;
  const bool searched = fs::is_directory(path, error);
  for (const fs::path& file : formula_files(path)) {
    // The same file, in any spelling and through links.
    const auto [place, is_new] =
        known.emplace(fs::weakly_canonical(file, error), texts.size());
    if (!is_new) {
      if (place->second < texts.size()) add_lines(lines, texts[place->second]);
      continue;
    }
    texts.push_back(read_text(file));
    texts.back().lines = lines;
    texts.back().searched =
        searched && texts.back().origin == FormulaText::Origin::kCpp;
  }
}

/// Whether formulas are those that users write. Others are made for workloads
/// and commands, and mean what they say.
bool evaluates_texts_of_users(const CommandLine& line) {
  return line.commands.empty() &&
         (kWithFormulas | Modes{Mode::kSensitivity, Mode::kRank})
             .contains(line.mode);
}

/// Reads what all texts share. Throws ProjectFileError.
std::vector<FormulaText> read_definitions(
    const std::vector<FormulaPattern>& patterns, const ProjectBorder& border) {
  std::vector<FormulaText> result;
  std::set<fs::path> known;
  std::size_t left = kMostMatched;
  std::error_code ignored;
  for (const FormulaPattern& pattern : patterns) {
    require_inside(border, "definitions", pattern, "copy it into the project");
    try {
      for (const fs::path& path : matching_files(pattern.path, left)) {
        if (!known.insert(fs::weakly_canonical(path, ignored)).second) continue;
        if (path.extension() != ".spl") {
          throw PlainError("cannot read definitions from " + path.string() +
                           ": they are in files that end with .spl");
        }
        result.push_back(read_text(path));
      }
    } catch (const std::runtime_error& error) {
      throw ProjectFileError(pattern.place + ": error: " + error_text(error));
    }
  }
  return result;
}

/// The files of the definitions, which are no texts of their own.
Places definition_files(const Invocation& invocation) {
  Places result;
  std::error_code error;
  for (const FormulaText& text : invocation.layers.definitions) {
    result.emplace(fs::weakly_canonical(text.name, error),
                   std::numeric_limits<std::size_t>::max());
  }
  return result;
}

/// Adds the texts that the project file names. Throws ProjectFileError.
void add_texts(const FormulaPattern& pattern, std::size_t& left, Places& known,
               std::vector<FormulaText>& texts) {
  try {
    for (const fs::path& path : matching_files(pattern.path, left)) {
      add_texts(path, known, texts);
    }
  } catch (const std::runtime_error& error) {
    throw ProjectFileError(pattern.place + ": error: " + error_text(error));
  }
}

/// Takes the programs of the command line, which replace all others, and its
/// builds, each of which replaces the one of its name.
void take_programs(Invocation& invocation) {
  const CommandLine& line = invocation.line;
  for (const auto& [name, programs] : line.named_programs) {
    invocation.named_programs[name] = programs;
  }
  if (line.programs.empty() && line.own_programs.empty()) return;
  invocation.programs = line.own_programs;
  invocation.programs.insert(invocation.programs.end(), line.programs.begin(),
                             line.programs.end());
  invocation.programs_named_by = line.programs.empty() ? "" : "-p";
}

/// Returns how many components a path shares with the end of a template, whose
/// {build} is any folder.
std::ptrdiff_t shared_components(const fs::path& built, const fs::path& path) {
  const std::vector<fs::path> left(built.begin(), built.end());
  const std::vector<fs::path> right(path.begin(), path.end());
  const auto found =
      std::mismatch(left.rbegin(), left.rend(), right.rbegin(), right.rend(),
                    [](const fs::path& one, const fs::path& other) {
                      return one == other || one == "{build}";
                    });
  return found.first - left.rbegin();
}

/// Returns the position of the program among templates of built programs.
/// Throws PlainError if none or several of them may be meant.
std::size_t position_among(const std::vector<std::string>& built,
                           const std::string& program) {
  std::ptrdiff_t most = 0;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < built.size(); ++i) {
    const auto shared = shared_components(framework_program(built[i]).path,
                                          framework_program(program).path);
    if (shared == 0 || shared < most) continue;
    if (shared > most) found.clear();
    most = shared;
    found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  const std::string name = fs::path(program).filename().string();
  throw PlainError(fmt::format(
      "{} is not guarded: \"revisions\" in spl.json builds {}{}; give its path "
      "in \"program\" there, such as {{build}}/{}",
      program,
      built.empty() ? "no program" : fmt::format("{}", fmt::join(built, ", ")),
      found.empty() ? "" : ", of which several may be meant", name));
}

/// Guards only the programs of --own-program among those of "revisions".
void take_guarded_programs(Invocation& invocation) {
  BuildRecipe& recipe = invocation.recipe;
  if (builds_nothing(recipe)) return;
  for (const std::string& own : invocation.line.own_programs) {
    recipe.wanted_programs.insert(position_among(recipe.programs, own));
  }
}

bool is_about_findings(const Option& option) {
  using About = Option::About;
  return option.about == About::kSubject || option.about == About::kMeasuring ||
         option.about == About::kDeciding;
}

/// Returns the commit before a push as GitLab and GitHub report it; zeros mean
/// a new branch.
std::string pushed_after(const Environment& environment) {
  std::string commit = environment("CI_COMMIT_BEFORE_SHA").value_or("");
  const auto event = environment("GITHUB_EVENT_PATH");
  if (commit.empty() && event) {
    try {
      const auto json = nlohmann::json::parse(read_file(*event));
      commit = json.value("before", "");
    } catch (const std::exception&) {
      // The event is no push.
    }
  }
  return commit.find_first_not_of('0') == std::string::npos ? "" : commit;
}

/// Takes the project file into an invocation; returns its settings.
Layer take_project(Invocation& result) {
  Layer project;
  auto file = project_file(result.line, result.home);
  if (!file) return project;
  add(*file, result.line, project);
  if (result.line.mode == Mode::kGuard) result.ambient = file->guard;
  result.patterns = std::move(file->formulas);
  if (evaluates_texts_of_users(result.line)) {
    result.layers.definitions = read_definitions(
        file->definitions, ProjectBorder(file->recipe.project, result.home));
  }
  result.programs = std::move(file->programs);
  result.named_programs = std::move(file->named_programs);
  result.recipe = std::move(file->recipe);
  result.project = result.recipe.project;
  result.commands = std::move(file->commands);
  return project;
}

/// Takes the program that the environment names; returns its settings.
Layer take_environment(const Environment& environment_of, Invocation& result) {
  Layer environment;
  for (const Option& option : options()) {
    if (!option.is_key()) continue;
    const std::string name = environment_name(option.name);
    const auto value = environment_of(name);
    if (!value) continue;
    // Of a job for branches, a variable with the base of a merge is empty.
    if (option.name == "baseline" && value->empty()) continue;
    if (option.name == "program") {
      result.programs = {*value};
      result.programs_named_by = name;
    } else {
      environment.assignments.push_back(
          {{std::string(option.name), *value}, name + ": "});
      // Who reads a log of continuous integration has another environment.
      if (environment_of("CI") && is_about_findings(option)) {
        result.ambient.push_back({std::string(option.name), *value});
      }
    }
  }
  return environment;
}

}  // namespace

void require_no_program(const Invocation& invocation,
                        const std::string& reason) {
  const std::string& named_by = invocation.programs_named_by;
  if (named_by.empty()) return;
  throw PlainError(invocation.programs.back() + " is named (" + named_by +
                   "), but would not be measured: " + reason + "; " +
                   (named_by == "-p" ? "leave out -p" : "unset " + named_by));
}

std::string lack_of_project(const Invocation& invocation) {
  if (invocation.project) return {};
  return "there is no spl.json in this folder or above it, and ";
}

Invocation invocation(CommandLine line, const Environment& environment_of) {
  Invocation result;
  result.line = std::move(line);
  require_project_file(result.line);
  result.home = environment_of("HOME").value_or("");
  Layer project = take_project(result);
  require_understood(result.line);
  result.pushed_after = pushed_after(environment_of);
  Layer environment = take_environment(environment_of, result);
  take_programs(result);
  if (result.line.mode == Mode::kGuard) take_guarded_programs(result);
  Layer command_line;
  for (const Assignment& one : result.line.assignments) {
    const std::string shown = shown_option(one.option);
    command_line.assignments.emplace_back(
        one, shown.substr(0, shown.size() - one.option.size()));
  }
  require_inside(project, {&environment, &command_line}, result);
  keep_what_is_shared(project, {&environment, &command_line});
  for (Layer* layer : {&project, &environment, &command_line}) {
    put_learning_first(*layer);
  }
  const bool is_guard = result.line.mode == Mode::kGuard;
  if (is_guard || kEvaluating.contains(result.line.mode)) {
    for (Layer* layer : {&project, &environment, &command_line}) {
      take_metrics(is_guard, *layer, result.metrics);
    }
  }
  for (const auto& [assignment, where] : command_line.assignments) {
    result.layers.command_line.push_back(assignment);
  }
  Settings& base = result.layers.base;
  if (project.names("data") || environment.names("data") ||
      command_line.names("data")) {
    base.deciding = logic::asking(logic::Statistic::kMean, base.deciding);
  }
  const auto is_named = [&](const char* option) {
    return project.names(option) || environment.names(option) ||
           command_line.names(option);
  };
  result.names_budget = is_named("budget");
  result.names_resolution =
      is_named("resolution") || is_named("mean-resolution");
  apply(base, project);
  apply(base, environment);
  result.settings = base;
  apply(result.settings, command_line);
  result.settings = with_statistic_of_metric(std::move(result.settings));
  return result;
}

std::vector<FormulaText> texts(const Invocation& invocation) {
  std::vector<FormulaText> result;
  Places known = definition_files(invocation);
  const CommandLine& line = invocation.line;
  for (std::size_t i = 0; i < line.files.size(); ++i) {
    const std::vector<std::size_t> wanted(line.lines[i] > 0 ? 1 : 0,
                                          line.lines[i]);
    add_texts(line.files[i], known, result, wanted);
  }
  if (!result.empty() && invocation.line.config.empty()) {
    require_one_project(invocation.line.files.front(), result, invocation.home);
  }
  if (invocation.line.files.empty() && invocation.line.formulas.empty()) {
    std::size_t left = kMostMatched;
    for (const FormulaPattern& pattern : invocation.patterns) {
      require_inside(ProjectBorder(*invocation.project, invocation.home),
                     "formulas", pattern,
                     "if you mean it, name it on the command line");
      add_texts(pattern, left, known, result);
    }
  }
  std::size_t number = 0;
  for (const std::string& formula : invocation.line.formulas) {
    ++number;
    result.push_back({"<formula " + std::to_string(number) + ">", formula,
                      FormulaText::Origin::kOption, number});
  }
  return result;
}

void check_selection(const Suite& suite, const std::vector<FormulaText>& texts,
                     const Invocation& invocation) {
  if (texts.empty() && !invocation.line.files.empty()) {
    if (invocation.line.mode == Mode::kCheck) return;
    throw PlainError(
        invocation.line.files.front() +
        " has no formula: it is of \"definitions\" in the project file, whose "
        "definitions all texts share");
  }
  if (texts.empty()) {
    throw PlainError(
        lack_of_project(invocation) +
        "no formulas are named; name formula files, give one with -e FORMULA, "
        "or name files as \"formulas\" in spl.json. spl-run times -p PROGRAM "
        "lists what a program holds");
  }
  if (suite.formulas.empty() && !invocation.settings.filter.empty()) {
    throw PlainError("no formula has a label that -f " +
                     invocation.settings.filter +
                     " selects; spl-run list shows the labels");
  }
  if (!invocation.settings.filter.empty()) return;
  std::set<std::string_view> files;
  for (const SuiteFormula& one : suite.formulas) files.insert(one.file);
  for (const FormulaText& text : texts) {
    if (text.searched || files.contains(text.name)) continue;
    throw PlainError(text.name +
                     (text.lines.empty()
                          ? std::string(" has no formulas")
                          : fmt::format(" has no formula at line {}; spl-run "
                                        "list {} shows them",
                                        text.lines.front(), text.name)));
  }
  if (suite.formulas.empty()) {
    throw PlainError(
        "no C++ file has a formula; they are in [[spl::expects(\"...\")]] or "
        "SPL_EXPECTS(\"...\")");
  }
}

}  // namespace spl::runner
