#include "runner/formulas/project_file.hpp"

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "parser/source.hpp"
#include "runner/formulas/performance_name.hpp"
#include "runner/settings/option_values.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/text_file.hpp"
#include "runner/tools/framework.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kWithArguments =
    "; a program with arguments is a list of its own, [[\"PATH\", "
    "\"ARGUMENT\"]]";

class ProjectFileReader {
 public:
  ProjectFileReader(const fs::path& path, const std::string& text)
      : path_(path), text_(text), lines_(text) {
    result_.path = path;
    result_.recipe.project =
        path.parent_path().empty() ? fs::path(".") : path.parent_path();
  }

  ProjectFile read() {
    const json root = parse();
    if (!root.is_object()) {
      fail("a project file is an object: { \"program\": ... }", 0);
    }
    positions_.emplace(text_);
    for (const auto& [key, value] : root.items()) read(key, value);
    for (const CommandRecipe& one : result_.commands) {
      if (std::string tool = built_tool(one); !tool.empty()) {
        result_.recipe.tools.push_back(std::move(tool));
      }
      add_named_files(one);
    }
    for (const std::string& one : result_.recipe.programs) {
      const FrameworkProgram named = framework_program(one);
      CommandRecipe alike;
      alike.run.words = named.arguments;
      alike.run.words.insert(alike.run.words.begin(), named.path);
      add_named_files(alike);
    }
    if (root.contains("revisions") && builds_nothing(result_.recipe)) {
      fail(
          "\"revisions\" builds nothing: name the program that is built, "
          "\"program\": \"{build}/NAME\", or for commands what builds "
          "them, \"build\": [...]",
          offset_of("revisions"));
    }
    return std::move(result_);
  }

 private:
  /// Adds what a command names of a build, besides what it executes.
  void add_named_files(const CommandRecipe& command) {
    BuildRecipe& recipe = result_.recipe;
    for (std::string& file : built_files(command)) {
      recipe.files_of_commands.push_back(std::move(file));
    }
    recipe.keeps_source = recipe.keeps_source || names_source(command);
  }

  json parse() const {
    try {
      return parse_json(text_, JsonComments::kIgnored);
    } catch (const JsonFault& fault) {
      fail(fault.what(), JsonPositions(text_).of(fault));
    }
  }

  /// Returns the value, which the option takes. It is applied later.
  std::string checked(const std::string& key, std::string value) const {
    constexpr std::size_t kLongest = 4096;  // Each formula has them all.
    if (value.size() > kLongest) {
      fail("\"" + key + "\" takes at most 4096 bytes", offset_of(key));
    }
    try {
      Settings unused;
      find_key(key)->set(unused, value);
    } catch (const SettingError& error) {
      fail(error.what(), offset_of(key));
    }
    return value;
  }

  void read(const std::string& key, const json& value) {
    if (key == "program") {
      result_.programs = programs(key, value);
    } else if (key == "programs") {
      read_builds(key, value);
    } else if (key == "commands") {
      const JsonPlace whole;
      result_.commands = read_commands(
          value, whole.at(key), path_.parent_path(),
          [&](const std::string& message, const JsonPlace& place) {
            fail(message, positions_->of(place));
          });
    } else if (key == "formulas") {
      result_.formulas = patterns(key, value);
    } else if (key == "definitions") {
      result_.definitions = patterns(key, value);
    } else if (key == "revisions") {
      if (!value.is_object()) {
        fail("\"revisions\" takes an object: { \"program\": \"{build}/NAME\" }",
             offset_of(key));
      }
      const JsonPlace whole;
      around_ = whole.at(key);
      for (const auto& [name, part] : value.items()) read_build(name, part);
      around_ = whole;
    } else if (key == "guard") {
      if (!value.is_object()) {
        fail("\"guard\" takes an object: { \"tolerance\": \"3%\" }",
             offset_of(key));
      }
      const JsonPlace whole;
      around_ = whole.at(key);
      for (const auto& [name, part] : value.items()) read_guard(name, part);
      around_ = whole;
    } else if (key == "output") {
      read_outputs(key, value, result_.assignments);
    } else if (find_key(key) == nullptr) {
      fail("unknown key \"" + key + "\"" +
               logic::did_you_mean(key, known_keys()),
           offset_of(key));
    } else {
      result_.assignments.push_back(
          {key, checked(key, scalar(key, value)), place_of_file(key, value)});
    }
  }

  /// Reads the reports that are written, one or several.
  void read_outputs(const std::string& key, const json& value,
                    std::vector<Assignment>& assignments) const {
    std::size_t number = 0;
    for (const std::string& text : texts(key, value)) {
      Output output = parse_output(checked(key, text));
      const bool is_file = output.path != kStandardOutput;
      if (is_file) output.path = relative(output.path);
      assignments.push_back(
          {key, to_text(output), is_file ? place(offset_of(key, number)) : ""});
      ++number;
    }
  }

  /// Reads a key of "guard": an option, and the metrics of several families.
  void read_guard(const std::string& key, const json& value) {
    const bool is_list = key == "program" || key == "data";
    if (find_key(key) == nullptr || is_list) {
      std::vector<std::string> known;
      for (const Option& option : options()) {
        if (option.is_key() && option.name != key) {
          known.emplace_back(option.name);
        }
      }
      fail("unknown key \"" + key + "\" in \"guard\"" +
               logic::did_you_mean(key, known),
           offset_of(key));
    }
    if (key == "output") {
      read_outputs(key, value, result_.guard);
      for (const Assignment& one : result_.guard) {
        if (one.option != key) continue;
        const std::string format = parse_output(one.value).format;
        if (find_format(format)->modes.contains(Mode::kGuard)) continue;
        fail("guard writes no " + format + "; leave it out", offset_of(key));
      }
      return;
    }
    const std::string text = scalar(key, value);
    for (const std::string& one : guarded_values(key, text)) {
      (void)checked(key, one);
      if (key == "metric") require_direction(one);
    }
    result_.guard.push_back({key, text, place_of_file(key, value)});
  }

  void require_direction(const std::string& metric) const {
    try {
      values::require_direction("metric", metric);
    } catch (const SettingError& error) {
      fail(error.what(), offset_of("metric"));
    }
  }

  /// Reads "programs": the programs of builds, by name.
  void read_builds(const std::string& key, const json& value) {
    if (!value.is_object()) {
      fail("\"programs\" takes an object: { \"NAME\": \"PATH\" }",
           offset_of(key));
    }
    const JsonPlace whole;
    around_ = whole.at(key);
    for (const auto& [name, programs] : value.items()) {
      const std::string wrong = wrong_build_name(name);
      if (!wrong.empty()) fail(wrong, offset_of(name));
      result_.named_programs[name] = this->programs(name, programs);
      if (!result_.named_programs[name].empty()) continue;
      fail("\"" + name + "\" takes a path or a list of paths", offset_of(name));
    }
    around_ = whole;
  }

  /// Reads a key of "revisions".
  void read_build(const std::string& key, const json& value) {
    BuildRecipe& recipe = result_.recipe;
    if (key == "repository") {
      if (!value.is_string()) {
        fail("\"repository\" takes a path", offset_of(key));
      }
      result_.assignments.push_back(
          {key, relative(value), place(offset_of(key))});
    } else if (key == "timeout") {
      Settings settings;
      try {
        find_key("timeout")->set(settings, scalar(key, value));
      } catch (const SettingError& error) {
        fail(error.what(), offset_of(key));
      }
      recipe.timeout = settings.timeout;
    } else if (key == "overlay") {
      recipe.overlay = words(key, value);
    } else if (key == "files") {
      recipe.files = words(key, value);
    } else if (key == "configure") {
      recipe.configure = words(key, value);
    } else if (key == "build") {
      recipe.build = words(key, value);
    } else if (key == "program") {
      for (const json& item : listed(value)) {
        const std::size_t number = recipe.programs.size();
        const FrameworkProgram named = program(key, item, number);
        recipe.programs.push_back(program_text(named));
        if (named.path.starts_with("{build}/")) continue;
        fail(
            "the program of a revision is below its build folder: "
            "\"{build}/NAME\", not \"" +
                program_text({named.path, named.framework}) + '"' +
                (number > 0 ? kWithArguments : ""),
            offset_of(key, number));
      }
    } else {
      const std::vector<std::string> known{"repository", "overlay", "files",
                                           "configure",  "build",   "program",
                                           "timeout"};
      fail("unknown key \"" + key + "\" in \"revisions\"" +
               logic::did_you_mean(key, known),
           offset_of(key));
    }
  }

  /// Reads a command, which needs no shell, or another list of texts.
  std::vector<std::string> words(const std::string& key,
                                 const json& value) const {
    std::vector<std::string> result;
    for (const json& word : value.is_array() ? value : json::array({nullptr})) {
      if (!word.is_string()) {
        fail("\"" + key + "\" takes a list of words: [\"cmake\", ...]",
             offset_of(key));
      }
      result.push_back(word.get<std::string>());
      if (const auto wrong = wrong_placeholder(result.back())) {
        fail(*wrong, offset_of(key, result.size() - 1));
      }
    }
    return result;
  }

  std::string scalar(const std::string& key, const json& value) const {
    if (value.is_string()) return path_or_text(key, value.get<std::string>());
    if (value.is_number() || value.is_boolean()) return value.dump();
    fail("\"" + key + "\" takes a string or a number", offset_of(key));
  }

  std::string path_or_text(const std::string& key,
                           const std::string& value) const {
    return is_path(key, value) ? relative(value) : value;
  }

  static bool is_path(const std::string& key, const std::string& value) {
    const bool is_no_path = key == "history" && value == kNoHistory;
    return find_key(key)->path != Option::Path::kNone && !is_no_path;
  }

  /// Returns the place of a value that is a file to read or to write, or a
  /// folder but that where hosts meet; empty for others.
  std::string place_of_file(const std::string& key, const json& value) const {
    if (key == "shared-folder" || !value.is_string() ||
        !is_path(key, value.get<std::string>())) {
      return {};
    }
    return place(offset_of(key));
  }

  std::vector<FormulaPattern> patterns(const std::string& key,
                                       const json& value) const {
    std::vector<FormulaPattern> result;
    for (const std::string& path : texts(key, value)) {
      result.push_back({relative(path), place(offset_of(key, result.size()))});
    }
    return result;
  }

  /// Paths as they are written.
  std::vector<std::string> texts(const std::string& key,
                                 const json& value) const {
    std::vector<std::string> result;
    for (const json& item : listed(value)) {
      if (!item.is_string()) {
        fail("\"" + key + "\" takes a path or a list of paths", offset_of(key));
      }
      result.push_back(item.get<std::string>());
    }
    return result;
  }

  std::vector<std::string> programs(const std::string& key,
                                    const json& value) const {
    std::vector<std::string> result;
    for (const json& item : listed(value)) {
      FrameworkProgram named = program(key, item, result.size());
      named.path = relative(named.path);
      for (std::string& one : named.arguments) {
        if (one.find("{source}") == one.npos &&
            one.find("{build}") == one.npos) {
          one = filled(one, {"", "", result_.recipe.project, 1});
          continue;
        }
        fail("only revisions have {source} and {build}; write {project}",
             offset_of(key, result.size()));
      }
      result.push_back(program_text(named));
    }
    return result;
  }

  static json listed(const json& value) {
    return value.is_array() ? value : json::array({value});
  }

  /// Reads a program: its path, or a list of that and its arguments.
  FrameworkProgram program(const std::string& key, const json& item,
                           std::size_t number) const {
    std::vector<std::string> all;
    for (const json& word : listed(item)) {
      if (!word.is_string()) break;
      all.push_back(word.get<std::string>());
      if (const auto wrong = wrong_placeholder(all.back())) {
        fail(*wrong, offset_of(key, number));
      }
    }
    if (all.empty() || all.size() < listed(item).size()) {
      fail("\"" + key + "\" takes a path or a list of paths" + kWithArguments,
           offset_of(key, number));
    }
    FrameworkProgram result = framework_program(all.front());
    result.arguments.assign(all.begin() + 1, all.end());
    return result;
  }

  std::string relative(const std::string& path) const {
    const fs::path whole = (path_.parent_path() / path).lexically_normal();
    // What is in front of `=` is no name of a set, as on the command line.
    const bool may_be_named = whole.string().find('=') != std::string::npos;
    return (may_be_named ? "." / whole : whole).string();
  }

  static std::vector<std::string> known_keys() {
    std::vector<std::string> keys{"commands", "definitions", "formulas",
                                  "guard",    "programs",    "revisions"};
    for (const Option& option : options()) {
      if (option.is_key()) keys.emplace_back(option.name);
    }
    return keys;
  }

  std::size_t offset_of(const std::string& key) const {
    return positions_->of(around_.at(key));
  }

  /// Returns the offset of an item of a list or, without a list, of the value.
  std::size_t offset_of(const std::string& key, std::size_t item) const {
    const JsonPlace place = around_.at(key);
    const std::size_t found = positions_->of(place.at(item));
    return found == 0 ? positions_->value_of(place) : found;
  }

  /// Returns the "PATH:LINE:COLUMN" of a byte of the text.
  std::string place(std::size_t offset) const {
    const parser::Position found = lines_.position(offset);
    return path_.string() + ":" + std::to_string(found.line) + ":" +
           std::to_string(found.column);
  }

  [[noreturn]] void fail(const std::string& message, std::size_t offset) const {
    throw ProjectFileError(place(offset) + ": error: " + message);
  }

  const fs::path& path_;
  const std::string& text_;
  parser::Lines lines_;
  ProjectFile result_;
  std::optional<JsonPositions> positions_;
  JsonPlace around_;  ///< The object that is read.
};

bool is_file_system_border(const fs::path& folder) {
  struct stat here {};
  struct stat above {};
  return stat(folder.c_str(), &here) != 0 ||
         stat(folder.parent_path().c_str(), &above) != 0 ||
         here.st_dev != above.st_dev;
}

/// Returns whether the folder is the top of a repository, of the user's own
/// files or of a file system: folders above belong to something else.
bool is_last_searched(const fs::path& folder, const fs::path& home) {
  std::error_code error;
  return folder.empty() || folder == folder.parent_path() ||
         fs::exists(fs::symlink_status(folder / ".git", error)) ||
         (!home.empty() && fs::equivalent(folder, home, error)) ||
         is_file_system_border(folder);
}

}  // namespace

ProjectFile parse_project_file(const fs::path& path, const std::string& text) {
  return ProjectFileReader(path, text).read();
}

std::optional<FoundProjectFile> find_project_file(const fs::path& folder,
                                                  const fs::path& home) {
  std::error_code error;
  fs::path start = fs::absolute(folder, error).lexically_normal();
  if (!start.has_filename()) start = start.parent_path();
  for (fs::path at = start;; at = at.parent_path()) {
    const fs::path entry = at / "spl.json";
    if (fs::is_regular_file(entry, error)) {
      const fs::path near = fs::proximate(entry, error);
      return FoundProjectFile{error ? entry : near, entry};
    }
    if (is_last_searched(at, home)) return std::nullopt;
  }
}

std::string read_project_file(const FoundProjectFile& found,
                              const Rights& rights) {
  refuse_outside_link(found.entry);
  try {
    return read_trusted_file(found.entry, rights);
  } catch (const DistrustError& error) {
    const std::string path = found.path.string();
    throw ProjectFileError(
        path +
        ": error: this project file says what is executed, and another user "
        "could have written it: " +
        error.what() + "; if you trust it, name it with --config " +
        to_text(std::vector{path}) +
        " or trust its folder by git config --global --add safe.directory " +
        to_text(std::vector{found.entry.parent_path().string()}) +
        "; if not, a project file of your own in the current folder, with {}, "
        "ends the search");
  }
}

}  // namespace spl::runner
